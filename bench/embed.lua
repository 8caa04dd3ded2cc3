-- The request of docs/server.md, for wrk.
wrk.method="POST"
wrk.body='{"expression": "a -> b"}'
wrk.headers["Content-Type"]="application/json"
