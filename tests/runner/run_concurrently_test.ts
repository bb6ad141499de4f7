import assert from "node:assert/strict";
import { runConcurrently } from "./run_concurrently.ts";

Deno.test("run concurrently: starts the next item as soon as one of the running ones ends", async () => {
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const started: number[] = [];
  const all = runConcurrently([0, 1, 2, 3], 2, async (item) => {
    started.push(item);
    await ends[item]!.promise;
    return item * 10;
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  await settle();
  assert.deepEqual(started, [0, 1]);
  ends[1]!.resolve();
  await settle();
  assert.deepEqual(started, [0, 1, 2]);
  ends[2]!.resolve();
  await settle();
  assert.deepEqual(started, [0, 1, 2, 3]);
  ends[3]!.resolve();
  ends[0]!.resolve();
  assert.deepEqual(await all, [0, 10, 20, 30]);
});
