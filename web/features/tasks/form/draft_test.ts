import assert from "node:assert/strict";
import type { Task } from "../../../../server/contract/tasks.ts";
import { changesBetween, draftOf, emptyDraft, inputOf, isChanged } from "./draft.ts";

const task: Task = {
  id: 1,
  name: "Backup",
  command: "task backup.js",
  kind: "javascript",
  scriptPath: null,
  schedules: ["0 3 * * *", "30 12 * * 1"],
  timeZone: "Asia/Shanghai",
  labels: ["db"],
  enabled: true,
  pinned: false,
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
  retry: { times: 2, delayMs: 5000, backoff: "exponential" },
  serialGroup: null,
  randomDelayMs: 0,
  variableLabels: null,
  logKeepRuns: null,
  logKeepDays: 60,
  notify: {},
  createdAt: "2027-01-01T00:00:00.000Z",
  updatedAt: "2027-01-01T00:00:00.000Z",
  version: 4,
};

Deno.test("task draft: a task that was only opened sends nothing", () => {
  const draft = draftOf(task);
  assert.deepEqual(changesBetween(draft, draftOf(task)), {});
  assert.equal(isChanged(draft, draftOf(task)), false);
});

Deno.test("task draft: only what was changed is sent, and automatic stays automatic", () => {
  const draft = draftOf(task);
  assert.deepEqual(changesBetween(draft, { ...draft, name: " Nightly ", timeLimitMs: null }), {
    name: "Nightly",
    timeLimitMs: null,
  });
  assert.equal(inputOf(draft).missed, null);
  assert.deepEqual(inputOf({ ...draft, missedPolicy: "all", missedLimit: 5 }).missed, {
    policy: "all",
    limit: 5,
  });
});

Deno.test("task draft: blank rules are left out, and rules count only for a cron schedule", () => {
  assert.deepEqual(inputOf({ ...emptyDraft, rules: [" @daily ", "", "  "] }).schedules, ["@daily"]);
  assert.equal(inputOf({ ...emptyDraft, kind: "startup", rules: ["nonsense"] }).schedules, "startup");
});

Deno.test("task draft: a limit is sent only with a policy that has one", () => {
  assert.deepEqual(inputOf({ ...emptyDraft, overlapPolicy: "replace", overlapLimit: 4 }).overlap, {
    policy: "replace",
  });
  assert.deepEqual(inputOf({ ...emptyDraft, overlapPolicy: "allow", overlapLimit: 4 }).overlap, {
    policy: "allow",
    limit: 4,
  });
  const skip = { ...emptyDraft, missedPolicy: "skip", missedLimit: 4, missedDeadlineMs: 1000 } as const;
  assert.deepEqual(inputOf(skip).missed, { policy: "skip" });
});

Deno.test("task draft: all variables are sent as none chosen, labels only when they choose", () => {
  const labels = { ...emptyDraft, variableLabels: ["db"] };
  assert.equal(inputOf(labels).variableLabels, null);
  assert.deepEqual(inputOf({ ...labels, variablesFrom: "labels" }).variableLabels, ["db"]);
});

Deno.test("task draft: what notifications are wanted is sent whole", () => {
  assert.deepEqual(inputOf({ ...emptyDraft, notifyFailure: true, notifyNotRunBy: "06:30" }).notify, {
    onFailure: true,
    onRecovery: false,
    onEnd: false,
    longerThanMs: null,
    notRunBy: "06:30",
  });
});
