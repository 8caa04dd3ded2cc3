// Where an asked expression is put on the map, how its view is fitted, and how numbers of the server are read: the parts
// of the explorer that need no browser. Run: node --test tests/web/place.test.mjs
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boundsOf, fitBox, sameView, toScreen } from "../../web/explorer/camera.js";
import { parseExactly } from "../../web/explorer/exact_json.js";
import { place } from "../../web/explorer/place.js";

describe("the place of an expression", () => {
  const POSITIONS = [[0.5, 0.5], [0.52, 0.5], [0.5, 0.54], [-0.8, -0.8], [0.55, 0.45]];
  const placed = (...similarities) => {
    const neighbours = similarities.map(([row, similarity]) => ({ row, similarity }));
    return place(neighbours, (row) => POSITIONS[row]);
  };
  const assertNear = ([x, y], [u, v], tolerance) =>
    assert.ok(Math.hypot(x - u, y - v) < tolerance, `${[x, y]}, not ${[u, v]}`);

  test("is exactly the member's where the vectors are the same", () => {
    assert.deepEqual(placed([2, 1], [0, 1], [1, 0.99]).position, POSITIONS[2]);
    assert.deepEqual(placed([2, 1 - 9e-7], [0, 1 - 9.5e-7]).position, POSITIONS[2]);
    assert.deepEqual(placed([2, 1.0000001], [0, 0.5]).position, POSITIONS[2]); // rounded up
  });

  test("is the middle of two that are as near", () => {
    assertNear(placed([0, 0.9], [1, 0.9]).position, [0.51, 0.5], 1e-9);
  });

  test("is hardly moved by those that are much farther than the first", () => {
    const { position } = placed([0, 0.99], [1, 0.9], [2, 0.5], [4, -1]);
    assertNear(position, POSITIONS[0], 1e-4);
    assert.notDeepEqual(position, POSITIONS[0]);
  });

  test("never lies between clusters that are far apart", () => {
    const { position, from } = placed([0, 0.9], [3, 0.9], [1, 0.9]);
    assertNear(position, [0.51, 0.5], 1e-9);
    assert.deepEqual(from, [0, 1]);
  });

  test("is none without neighbours", () => assert.equal(placed(), null));
});

describe("the home view", () => {
  const STAGES = [[800, 600], [300, 900], [2000, 100], [40, 40], [1, 1]].map(([width, height]) => ({ width, height }));
  const CLOUDS = { wide: [-1, -0.1, 1, 0.2], tall: [0.3, -1, 0.4, 1], one: [0.7, -0.7], same: [0.1, 0.1, 0.1, 0.1] };

  test("has all points on the stage, centred, and no farther from its edges than the margin in one direction", () => {
    for (const [name, cloud] of Object.entries(CLOUDS)) {
      for (const stage of STAGES) {
        const camera = fitBox(boundsOf(cloud), stage);
        const corners = [];
        for (let i = 0; i < cloud.length; i += 2) corners.push(toScreen(camera, stage, [cloud[i], cloud[i + 1]]));
        const words = `${name} on ${stage.width} x ${stage.height}`;
        const gaps = [["width", 0], ["height", 1]].map(([side, axis]) => {
          const values = corners.map((corner) => corner[axis]);
          const gap = [Math.min(...values), stage[side] - Math.max(...values)];
          assert.ok(Math.abs(gap[0] - gap[1]) < 1e-6 * stage[side] && gap[0] > 0, `${words}: ${gap}`);
          return gap[0];
        });
        if (["wide", "tall"].includes(name)) assert.ok(Math.min(...gaps) < 24.001, words);
      }
    }
  });

  test("is known again, and told from one that was moved by a pixel", () => {
    const stage = { width: 800, height: 600 };
    const home = fitBox(boundsOf(CLOUDS.wide), stage);
    assert.ok(sameView({ ...home, distance: (home.distance * 3) / 3 }, home, 1e-6));
    assert.ok(!sameView({ ...home, x: home.x + (2 * home.distance) / stage.height }, home, 1e-3));
  });
});

describe("numbers of the server", () => {
  test("are exact, as text where they are too long", () => {
    const text = `{"left": 123456789012345678901234567890, "right": -9007199254740993,
                   "a": 5, "b": -0.12345678901234567, "c": 1e300}`;
    assert.deepEqual(parseExactly(text), {
      left: "123456789012345678901234567890",
      right: "-9007199254740993",
      a: 5,
      b: -0.12345678901234567,
      c: 1e300,
    });
  });

  test("are left alone inside of texts", () => {
    const texts = ["x + 12345678901234567890", 'say "12345678901234567890"', "\\", '\\"12345678901234567890\\'];
    assert.deepEqual(parseExactly(JSON.stringify(texts)), texts);
  });
});
