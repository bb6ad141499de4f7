import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { retryRule } from "../features/tasks/run_type.ts";
import { enqueueRetry, retryDelayMs } from "./run_recorder.ts";
import type { FinalState } from "./states.ts";

const DAY = 86_400_000;
const noLimits = { heldAt: () => null, droppedAt: () => null };
const delays: [Parameters<typeof retryDelayMs>[0], number[]][] = [
  [{ times: 9, delayMs: 1_000, backoff: "fixed", onLost: false }, [1_000, 1_000, 1_000]],
  [{ times: 9, delayMs: 1_000, backoff: "exponential", onLost: false }, [1_000, 2_000, 4_000]],
  [{ times: 9, delayMs: 0, backoff: "exponential", onLost: false }, [0, 0, 0]],
  [{ times: 9, delayMs: 50_000_000, backoff: "exponential", onLost: false }, [50_000_000, DAY, DAY]],
];
for (const [retry, expected] of delays) {
  Deno.test(`retry: waits ${expected.join(", ")} ms when ${retry.backoff} from ${retry.delayMs}`, () => {
    assert.deepEqual([1, 2, 3].map((attempt) => retryDelayMs(retry, attempt)), expected);
    assert.ok(retryDelayMs(retry, 101) <= DAY);
  });
}

const retried: [FinalState, number, boolean, 0 | 1, boolean][] = [
  ["failed", 1, true, 1, true],
  ["timed_out", 1, true, 1, true],
  ["interrupted", 2, true, 1, true],
  ["succeeded", 1, true, 1, false],
  ["stopped", 1, true, 1, false],
  ["failed", 3, true, 1, false],
  ["failed", 1, true, 0, false],
  ["failed", 1, false, 1, false],
];
for (const [state, attempt, exists, enabled, expected] of retried) {
  const of = exists ? enabled ? "" : " of a disabled task" : " of a deleted task";
  Deno.test(`retry: attempt ${attempt} ending as ${state}${of} is ${expected ? "" : "not "}retried`, async () => {
    await using scene = await LedgerScene.open();
    const task = await scene.addTask({
      enabled,
      retry_json: JSON.stringify({ times: 2, delayMs: 500, backoff: "fixed" }),
    });
    const run = await scene.addRun(task, "running", { attempt, due_at: 77, request_json: '{"x":1}' });
    if (!exists) await scene.db.deleteFrom("task").execute();
    const id = await scene.inTransaction((tx) =>
      enqueueRetry(tx, run, {
        type: { retryRule: (tx, run) => retryRule(tx, run, { limits: noLimits }) },
        state,
        now: 1_000,
      })
    );
    assert.equal(id !== null, expected);
    if (id === null) return;
    const next = await scene.run(id);
    assert.deepEqual(
      [next.state, next.cause, next.attempt, next.retry_of, next.start_after, next.due_at, next.request_json],
      ["queued", "retry", attempt + 1, run.id, 1_500, null, '{"x":1}'],
    );
  });
}

Deno.test("retry: a lost run is retried only if its task retries lost runs", async () => {
  await using scene = await LedgerScene.open();
  for (const [onLost, expected] of [[undefined, false], [false, false], [true, true]]) {
    const retry = { times: 1, delayMs: 0, backoff: "fixed", onLost };
    const run = await scene.addRun(await scene.addTask({ retry_json: JSON.stringify(retry) }), "running");
    const id = await scene.inTransaction((tx) =>
      enqueueRetry(tx, run, {
        type: { retryRule: (tx, run) => retryRule(tx, run, { limits: noLimits }) },
        state: "lost",
        now: 1_000,
      })
    );
    assert.equal(id !== null, expected, String(onLost));
  }
});
