import assert from "node:assert/strict";
import type { Task } from "../../../../server/contract/tasks.ts";
import { changesBetween, emptyValues, inputOf, valuesOf } from "./task_values.ts";

const task: Task = {
  id: 1,
  name: "Backup",
  command: "task backup.js",
  kind: "javascript",
  scriptPath: null,
  schedules: ["0 3 * * *", { rule: "30 12 * * 1", parameters: { full: true } }],
  parameters: [{
    ...{ name: "full", type: "switch", required: false, default: false },
    ...{ pattern: null, min: null, max: null, choices: null },
  }],
  timeZone: "Asia/Shanghai",
  labels: ["db"],
  enabled: true,
  pinned: false,
  muted: false,
  status: "idle",
  activeRun: null,
  lastRun: null,
  recentOutcomes: [],
  runCounts: { queued: 0, live: 0 },
  nextRunAt: null,
  subscriptionId: null,
  before: null,
  after: "echo done",
  workingDirectory: null,
  logFolder: null,
  timeLimitMs: 90_000,
  overlap: { policy: "queue", limit: 3 },
  missed: { policy: "last", limit: 100, deadlineMs: 86_400_000 },
  missedAutomatic: true,
  retry: { times: 2, delayMs: 5000, backoff: "exponential", onLost: true },
  placement: { pool: null, mode: "all" },
  serialGroup: null,
  calendarId: 3,
  onDayOff: "next",
  validFrom: "2026-10-01T00:00:00.000Z",
  validUntil: null,
  randomDelayMs: 0,
  upstream: null,
  triggers: [{ type: "heartbeat", heartbeatId: 3, on: "up" }],
  ...{ requiresApproval: true, approvalLapseMs: 7_200_000 },
  forEach: { parameter: "full", values: [true, "a"], limit: 2 },
  variableLabels: null,
  logKeepRuns: null,
  logKeepDays: 60,
  notify: {},
  createdAt: "2027-01-01T00:00:00.000Z",
  updatedAt: "2027-01-01T00:00:00.000Z",
  version: 4,
};

Deno.test("task values: an unchanged task sends nothing", () => {
  const values = valuesOf(task, "UTC");
  assert.deepEqual(changesBetween(values, valuesOf(task, "UTC"), "UTC"), {});
});

Deno.test("task values: sends only changes, and automatic stays automatic", () => {
  const values = valuesOf(task, "UTC");
  assert.deepEqual(changesBetween(values, { ...values, name: " Nightly ", timeLimitMs: null }, "UTC"), {
    name: "Nightly",
    timeLimitMs: null,
  });
  assert.equal(inputOf(values, "UTC").missed, null);
  assert.deepEqual(
    inputOf({ ...values, missed: { policy: "all", limit: 5, deadlineMs: null } }, "UTC").missed,
    {
      policy: "all",
      limit: 5,
    },
  );
});

Deno.test("task values: an empty pool is sent as null, for any pool", () => {
  assert.deepEqual(valuesOf(task, "UTC").placement, { pool: "", mode: "all" });
  assert.deepEqual(inputOf(valuesOf(task, "UTC"), "UTC").placement, { pool: null, mode: "all" });
  assert.deepEqual(inputOf({ ...emptyValues, placement: { pool: " gpu ", mode: "any" } }, "UTC").placement, {
    pool: "gpu",
    mode: "any",
  });
  assert.equal(inputOf(valuesOf(task, "UTC"), "UTC").retry?.onLost, true);
});

Deno.test("task values: omits empty rules, and sends rules only for a cron schedule", () => {
  assert.deepEqual(inputOf({ ...emptyValues, rules: [" @daily ", "", "  "] }, "UTC").schedules, ["@daily"]);
  assert.equal(inputOf({ ...emptyValues, kind: "startup", rules: ["nonsense"] }, "UTC").schedules, "startup");
});

Deno.test("task values: sends a limit only with a policy that has one", () => {
  assert.deepEqual(inputOf({ ...emptyValues, overlap: { policy: "replace", limit: 4 } }, "UTC").overlap, {
    policy: "replace",
  });
  assert.deepEqual(inputOf({ ...emptyValues, overlap: { policy: "allow", limit: 4 } }, "UTC").overlap, {
    policy: "allow",
    limit: 4,
  });
  const missed = { policy: "skip", limit: 4, deadlineMs: 1000 } as const;
  assert.deepEqual(inputOf({ ...emptyValues, missed }, "UTC").missed, { policy: "skip" });
});

Deno.test("task values: sends variable labels only when variables are selected by label", () => {
  const labels = { ...emptyValues, variableLabels: ["db"] };
  assert.equal(inputOf(labels, "UTC").variableLabels, null);
  assert.deepEqual(inputOf({ ...labels, variablesFrom: "labels" }, "UTC").variableLabels, ["db"]);
});

Deno.test("task values: sends the notification settings completely", () => {
  const notify = { ...emptyValues.notify, onFailure: true, notRunBy: "06:30" };
  assert.deepEqual(inputOf({ ...emptyValues, notify }, "UTC").notify, {
    onFailure: true,
    onRecovery: false,
    onEnd: false,
    longerThanMs: null,
    notRunBy: "06:30",
  });
});
