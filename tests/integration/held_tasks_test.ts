// Tasks that a maintenance window holds, with real processes. The evidence is a file to which they append.
import assert from "node:assert/strict";
import { byLength } from "../support/suite_length.ts";
import { TestEngine } from "../support/test_engine.ts";

const COUNT = byLength(60, 500);
const LIMIT = 5;
const MAX_HELD_MS = 6_000;

Deno.test(`windows: ${COUNT} held tasks run once each after the end, in due order, at most ${LIMIT} at a time`, async () => {
  const until = Date.now() + MAX_HELD_MS + COUNT * 20;
  const windows = [{ id: 1, effect: "hold" as const, from: Date.now() - 60_000, until }];
  await using engine = await TestEngine.open({ concurrency: LIMIT, windows });
  const file = engine.path("witness");
  const ids: number[] = [];
  for (let n = 0; n < COUNT; n++) {
    const command =
      `echo "$SUNDIAL_TASK_ID start" >> ${file}; sleep 0.02; echo "$SUNDIAL_TASK_ID end" >> ${file}`;
    ids.push(await engine.add({ name: `t${n}`, command, schedules: ["@after 1h"] }));
  }
  // Later ids are due earlier, so the order must come from the due times.
  const dueAt = Date.now() - COUNT - 2_000;
  for (const [n, id] of ids.entries()) {
    const due = dueAt + COUNT - n;
    const plan = { next_due_at: due, after_due_at: due, cursor_at: dueAt - 1 };
    await engine.db.updateTable("task").set(plan).where("id", "=", id).execute();
  }
  await engine.engine.start();
  await engine.until("all to be held", async () => (await engine.rows()).length === COUNT);
  assert.ok(Date.now() < until, "the window ended too early for this test");
  const held = await engine.rows();
  assert.ok(held.every((row) => row.state === "queued" && row.held_until === until && row.window_id === 1));
  await engine.until(
    "all to run",
    async () => (await engine.rows()).filter(({ state }) => state === "succeeded").length === COUNT,
  );
  const rows = await engine.rows();
  assert.equal(rows.length, COUNT);
  assert.ok(rows.every(({ started_at }) => started_at! >= until - 50));
  const lines = await engine.lines("witness");
  assert.equal(new Set(lines).size, 2 * COUNT);
  let live = 0;
  const most = Math.max(...lines.map((line) => live += line.endsWith("start") ? 1 : -1));
  assert.ok(most <= LIMIT && most > 1, `${most} at once`);
  const started = rows.toSorted((a, b) => a.queue_order - b.queue_order).map(({ task_id }) => task_id);
  assert.deepEqual(started, ids.toReversed());
});
