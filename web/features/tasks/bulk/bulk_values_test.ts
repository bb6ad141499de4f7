import assert from "node:assert/strict";
import type { Task } from "../../../../server/contract/tasks.ts";
import { bulkChanges, isChanged, startOf, undoRequests } from "./bulk_values.ts";

function task(fields: Partial<Task>): Task {
  const one = {
    ...{
      name: "a",
      command: "true",
      parameters: [],
      schedules: ["0 3 * * *"],
      timeZone: null,
      labels: [],
      enabled: true,
    },
    ...{ overlap: { policy: "skip" }, missedAutomatic: true, missed: { policy: "last" }, notify: {} },
    retry: { times: 0, delayMs: 60_000, backoff: "fixed", onLost: false },
    ...{ placement: { pool: null, mode: "any" }, variableLabels: null, timeLimitMs: null, randomDelayMs: 0 },
    upstream: null,
    triggers: [],
    forEach: null,
    ...fields,
  };
  return one as Task; // what the form reads
}

Deno.test("bulk edit: starts with what all tasks share, and with defaults elsewhere", () => {
  const start = startOf([
    task({ timeZone: "Asia/Tokyo", schedules: ["0 3 * * *"] }),
    task({ timeZone: "Asia/Tokyo", schedules: ["0 4 * * *"], timeLimitMs: 1_000 }),
  ]);
  assert.deepEqual([start.timeZone, start.rules, start.timeLimitMs], ["Asia/Tokyo", ["0 0 * * *"], null]);
});

Deno.test("bulk edit: only chosen fields are sent", () => {
  const start = startOf([task({})]);
  assert.deepEqual(bulkChanges(start), {});
  const values = {
    ...start,
    timeZone: "",
    kind: "boot" as const,
    chosen: { ...start.chosen, schedules: true, timeZone: true },
  };
  assert.deepEqual(bulkChanges(values), { schedules: "boot", timeZone: null });
});

Deno.test("bulk edit: approval is set with the time it waits, and removed without", () => {
  const start = startOf([task({ requiresApproval: false, approvalLapseMs: 3_600_000 })]);
  const chosen = { ...start.chosen, requiresApproval: true };
  assert.deepEqual(bulkChanges({ ...start, chosen, requiresApproval: true }), {
    requiresApproval: true,
    approvalLapseMs: 3_600_000,
  });
  assert.deepEqual(bulkChanges({ ...start, chosen }), { requiresApproval: false });
});

Deno.test("bulk edit: undo groups tasks by what they had before", () => {
  const results = [
    { id: 1, ok: true, before: { timeZone: null }, after: { timeZone: "UTC" } },
    { id: 2, ok: true, before: { timeZone: "Asia/Tokyo" }, after: { timeZone: "UTC" } },
    { id: 3, ok: true, before: {}, after: {} },
    { id: 4, ok: true, before: { timeZone: null }, after: { timeZone: "UTC" } },
    { id: 5, ok: false, error: { code: "not_found", title: "", detail: "" } },
  ];
  assert.deepEqual(undoRequests(results), [
    { ids: [1, 4], changes: { timeZone: null } },
    { ids: [2], changes: { timeZone: "Asia/Tokyo" } },
  ]);
  assert.deepEqual(results.map(isChanged), [true, true, false, true, false]);
});
