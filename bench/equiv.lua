-- The request of docs/server.md, for wrk.
wrk.method="POST"
wrk.body='{"left": "a -> b", "right": "~a | b"}'
wrk.headers["Content-Type"]="application/json"
