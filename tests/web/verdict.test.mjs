// What the explorer says of two meanings, without a browser. Run: node --test tests/web/verdict.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../../web/explorer/verdict.js";

// Two expressions of two meanings; values: their texts at one point, "" where it is not known.
function datasetOf(domain, values) {
  return {
    domain: { name: domain, exact: true },
    header: { points: [{}], values, meanings: 2 },
    arrays: { meaning: [0, 1], value: [0, 1] },
  };
}

test("only a witness makes two real functions different", () => {
  assert.equal(verdict(datasetOf("real", ["1", ""]), 0, 1).answer, "undecided");
  assert.equal(verdict(datasetOf("polynomial", ["1", ""]), 0, 1).answer, "different");
  assert.equal(verdict(datasetOf("real", ["1", ""]), 0, 0).answer, "equivalent");
});
