import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { gathered } from "./gathered.ts";
import type { Tx } from "./store.ts";

function recorder() {
  const calls: number[][] = [];
  const double = gathered((_tx: Tx, items: readonly number[]) => {
    calls.push([...items]);
    if (items.includes(13)) throw new Error("unlucky");
    return Promise.resolve(items.map((item) => item * 2));
  });
  return { calls, double };
}

Deno.test("gathered: calls at the same moment share one, also those that follow from an earlier one", async () => {
  await using scene = await LedgerScene.open();
  const { calls, double } = recorder();
  const results = await scene.inTransaction((tx) =>
    Promise.all([1, 2, 3].map(async (n) => await double(tx, await double(tx, n))))
  );
  assert.deepEqual([results, calls], [[4, 8, 12], [[1, 2, 3], [2, 4, 6]]]);
});

Deno.test("gathered: calls of different transactions share nothing", async () => {
  await using scene = await LedgerScene.open();
  const { calls, double } = recorder();
  await Promise.all([1, 2].map((n) => scene.inTransaction((tx) => double(tx, n))));
  assert.deepEqual(calls.toSorted(), [[1], [2]]);
});

Deno.test("gathered: a failure rejects every call that shared it, and none after it", async () => {
  await using scene = await LedgerScene.open();
  const { double } = recorder();
  await scene.inTransaction(async (tx) => {
    const settled = await Promise.allSettled([double(tx, 1), double(tx, 13)]);
    assert.deepEqual(settled.map(({ status }) => status), ["rejected", "rejected"]);
    assert.equal(await double(tx, 4), 8);
  });
});
