import assert from "node:assert/strict";
import { deal, longestFirst } from "./deal.ts";

Deno.test("deal: as many at once as there are hands, and whoever is free takes the next", async () => {
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

Deno.test("deal: the longest by measure come first, then the largest; one that is gone is told", () => {
  const files = [{ path: "e2e/a.ts", size: 1 }, { path: "e2e/b.ts", size: 3 }, { path: "e2e/c.ts", size: 2 }];
  assert.deepEqual(longestFirst(files, ["a.ts"]), ["e2e/a.ts", "e2e/b.ts", "e2e/c.ts"]);
  assert.deepEqual(longestFirst(files, ["c.ts", "a.ts"]), ["e2e/c.ts", "e2e/a.ts", "e2e/b.ts"]);
  assert.throws(() => longestFirst(files, ["gone.ts"]), /there is no gone.ts/);
});
