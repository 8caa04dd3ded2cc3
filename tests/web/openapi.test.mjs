// The server's description of itself, by those who read such things: a validator of OpenAPI takes it, and a client that
// knows the server by it alone asks everything that it names and holds the answers against it.
// Run: EQNET_PROGRAM=build/eqnet node --test tests/web/openapi.test.mjs
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { startServer } from "./server.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const Ajv = require("ajv").default;

// What schemas cannot say: texts that are expressions.
const VALUES = {
  expression: "a & (b | ~a)",
  expressions: ["a", "a &", "~b"],
  left: "a -> b",
  right: "b -> a",
  pairs: [
    { left: "a", right: "a & a" },
    { left: "a", right: "" },
  ],
  domain: "boolean",
  timeout: 1,
  strict: true,
  assume: "",
  k: 2,
  equivalent: false,
  map: true,
};
const MANY = ["expressions", "pairs"];

let server;
let description;
let ajv;
before(async () => {
  server = await startServer("--model", "boolean", "--data", "a & b\na | b\n~a\n");
  description = await (await fetch(`${server.address}/openapi.json`)).json();
  ajv = new Ajv({ strict: false });
  ajv.addSchema(description, "api");
});
after(() => server?.stop());

const resolve = (schema) => (schema.$ref ? resolve(at(schema.$ref)) : schema);
const at = (reference) =>
  reference
    .slice(2)
    .split("/")
    .reduce((place, key) => place[key], description);
const pointer = (...keys) => `api#/${keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

// Holds an answer against what the description says of its status and type.
function check(path, method, status, type, value) {
  const response = description.paths[path][method].responses[status];
  assert.ok(response, `${method} ${path} may answer ${status}`);
  const place = response.$ref ? response.$ref.slice(2).split("/") : ["paths", path, method, "responses", String(status)];
  const content = resolve(response).content;
  assert.ok(content?.[type], `${method} ${path} answers ${status} as ${type}`);
  const validate = ajv.compile({ $ref: pointer(...place, "content", type, "schema") });
  assert.ok(validate(value), `${method} ${path}: ${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`);
}

async function ask(path, method, body) {
  const answer = await fetch(server.address + path, { method, body });
  const type = answer.headers.get("content-type").split(";")[0];
  const text = await answer.text();
  if (type === "application/json") check(path, method.toLowerCase(), answer.status, type, JSON.parse(text));
  else if (type === "application/x-ndjson")
    for (const line of text.trim().split("\n")) check(path, method.toLowerCase(), answer.status, type, JSON.parse(line));
  else check(path, method.toLowerCase(), answer.status, type, text);
  return { status: answer.status, text };
}

test("is an OpenAPI description", async () => {
  const { Validator } = await import(require.resolve("@seriousme/openapi-schema-validator"));
  const result = await new Validator().validate(structuredClone(description));
  assert.ok(result.valid, JSON.stringify(result.errors));
});

test("answers that are not as described are told from those that are", () => {
  assert.throws(() => check("/v1/info", "get", 200, "application/json", {}), /version/);
  assert.throws(() => check("/v1/embed", "post", 200, "application/json", { vector: [1], row: 2 }), /additional/);
  assert.throws(() => check("/v1/embed", "post", 200, "text/html", ""), /answers 200 as text/);
});

test("every path answers as described, to one item, to many, and to what is wrong", async () => {
  let asked = 0;
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (method === "get") {
        assert.equal((await ask(path, "GET")).status, 200, path);
        ++asked;
        continue;
      }
      const { properties } = resolve(operation.requestBody.content["application/json"].schema);
      const names = Object.keys(properties);
      for (const name of names) assert.ok(name in VALUES, `${path}: a value for ${name}`);
      const some = (leave) => JSON.stringify(Object.fromEntries(names.filter((name) => !leave(name)).map((name) => [name, VALUES[name]])));
      const one = await ask(path, "POST", some((name) => MANY.includes(name)));
      assert.equal(one.status, 200, one.text);
      const many = await ask(path, "POST", some((name) => ["expression", "left", "right"].includes(name)));
      assert.equal(many.status, 200, many.text);
      assert.match(many.text, /"error"/); // the bad item among them
      assert.equal((await ask(path, "POST", "{")).status, 400);
      asked += 3;
    }
  }
  assert.ok(asked >= 20, `${asked} requests`);
});
