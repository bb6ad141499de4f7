import assert from "node:assert/strict";
import { ChangeQueue } from "./use_asked_order.ts";

interface Move {
  ids: number[];
  before: number | null;
}

function sceneOf() {
  const sent: { move: Move; result: PromiseWithResolvers<void> }[] = [];
  const ends: unknown[] = [];
  const queue = new ChangeQueue({
    send: (move: Move) => {
      const response = Promise.withResolvers<void>();
      sent.push({ move, result: response });
      return response.promise;
    },
    isReplacedBy: (waiting, next) => waiting.ids[0] === next.ids[0],
    onEnd: () => ends.push(null),
    onRejected: (error) => ends.push(error),
  });
  const push = (id: number, before: number | null) => queue.push({ ids: [id], before });
  /** Runs everything that waits for an earlier response. */
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    sent,
    ends,
    push,
    settle,
    sentMoves: () => sent.map(({ move: { ids, before } }) => `${ids} ${before}`),
  };
}

Deno.test("change queue: a change waits for the response to the previous one", async () => {
  const { sent, ends, push, settle, sentMoves } = sceneOf();
  push(1, 2);
  push(3, 4);
  assert.deepEqual(sentMoves(), ["1 2"]);
  sent[0]!.result.resolve();
  await settle();
  assert.deepEqual([sentMoves(), ends], [["1 2", "3 4"], []]);
  sent[1]!.result.resolve();
  await settle();
  assert.deepEqual(ends, [null]);
});

Deno.test("change queue: sends only the last of pending changes that replace each other", async () => {
  const { sent, push, settle, sentMoves } = sceneOf();
  for (const before of [9, 8, 7]) push(1, before);
  push(2, null);
  sent[0]!.result.resolve();
  await settle();
  sent[1]!.result.resolve();
  await settle();
  assert.deepEqual(sentMoves(), ["1 9", "1 7", "2 null"]);
});

Deno.test("change queue: a rejection drops the changes behind it, and the next one is sent again", async () => {
  const { sent, ends, push, settle, sentMoves } = sceneOf();
  push(1, 2);
  push(3, 4);
  sent[0]!.result.reject("refused");
  await settle();
  assert.deepEqual([sentMoves(), ends], [["1 2"], ["refused"]]);
  push(5, 6);
  sent[1]!.result.resolve();
  await settle();
  assert.deepEqual([sentMoves(), ends], [["1 2", "5 6"], ["refused", null]]);
});
