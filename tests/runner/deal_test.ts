import assert from "node:assert/strict";
import { deal, longestFirst, setApart } from "./deal.ts";

Deno.test("deal: uses as many workers as hands, and a free one takes the next item", async () => {
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const all = deal([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    await ends[item]!.promise;
    return item * 10;
  });
  const rest = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  await rest();
  assert.deepEqual(begun, [0, 1]);
  ends[1]!.resolve();
  await rest();
  assert.deepEqual(begun, [0, 1, 2]);
  ends[2]!.resolve();
  await rest();
  assert.deepEqual(begun, [0, 1, 2, 3]);
  ends[3]!.resolve();
  ends[0]!.resolve();
  assert.deepEqual(await all, [0, 10, 20, 30]);
});

Deno.test("deal: puts the longest measured files first, then the largest, and reports a missing one", () => {
  const [a, b, c] = [{ path: "e2e/a.ts", size: 1 }, { path: "e2e/b.ts", size: 3 }, {
    path: "e2e/c.ts",
    size: 2,
  }];
  assert.deepEqual(longestFirst([a, b, c], ["a.ts"]), [a, b, c]);
  assert.deepEqual(longestFirst([a, b, c], ["c.ts", "a.ts"]), [c, a, b]);
  assert.throws(() => longestFirst([a, b, c], ["gone.ts"]), /there is no gone.ts/);
});

Deno.test("deal: splits off the files that run alone and loses none", () => {
  const [a, b] = [{ path: "engine/a.ts", size: 1 }, { path: "engine/b.ts", size: 3 }];
  assert.deepEqual(setApart([a, b], ["a.ts"]), [[b], [a]]);
  assert.deepEqual(setApart([a, b], []), [[a, b], []]);
  assert.throws(() => setApart([a, b], ["gone.ts"]), /there is no gone.ts/);
});
