import assert from "node:assert/strict";
import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { UpdateCheck } from "../../../server/contract/system.ts";
import { type BellResponses, findAttention, markAll, readMark } from "./attention.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const nobody = { until: "", version: "" };

// Only the parts that are read.
function run(id: number, minutes: number, change: Partial<Run> = {}): Run {
  const base = { id, kind: "task", taskId: 1, subscriptionId: null, taskName: "Report", state: "failed" };
  return { ...base, queuedAt: before(minutes + 1), finishedAt: before(minutes), ...change } as Run;
}

function login(
  id: number,
  minutes: number,
  status: LoginLogEntry["status"],
  ip = "192.0.2.1",
): LoginLogEntry {
  const from = { ip, address: null, local: false, userAgent: "", device: "" };
  return { id, at: before(minutes), status, way: "password", ...from };
}

const update = {
  ...{ state: "available", current: "1.0.0", obstacle: null, checkedAt: before(600) },
  release: { version: "2.0.0" },
} as UpdateCheck; // only the parts that are read

Deno.test("attention: repeated occurrences are one item with a count of the new ones", () => {
  const results: BellResponses = { runs: [run(3, 1), run(2, 5), run(1, 60)] };
  const [item, ...others] = findAttention(results, { until: before(30), version: "" }, now);
  assert.deepEqual([item?.key, item?.count, item?.isNew, others], ["run 3", 2, true, []]);
});

Deno.test("attention: new items come first, then the newest", () => {
  const results: BellResponses = {
    runs: [run(2, 90), run(3, 40, { taskId: 2, taskName: "Other" })],
    logins: [login(1, 10, "wrong_code"), login(2, 5, "succeeded")],
    update,
  };
  const keys = findAttention(results, { until: before(30), version: "" }, now).map(({ key }) => key);
  assert.deepEqual(keys, ["login 1", "update 2.0.0", "run 3", "run 2"]);
});

Deno.test("attention: marking covers everything present and nothing later", () => {
  const results: BellResponses = { runs: [run(2, 5)], logins: [login(1, 10, "too_many")], update };
  const mark = markAll(findAttention(results, nobody, now), nobody);
  assert.ok(findAttention(results, mark, now).every(({ isNew }) => !isNew));
  const later = findAttention({ ...results, runs: [run(3, 1), run(2, 5)] }, mark, now);
  assert.deepEqual(later.filter(({ isNew }) => isNew).map(({ key, count }) => [key, count]), [["run 3", 1]]);
});

Deno.test("attention: skips debug runs, previews and items older than a week", () => {
  const runs = [
    run(1, 1, { kind: "debug", taskId: null }),
    run(2, 1, { kind: "subscription", taskId: null }),
    run(3, 8 * 24 * 60),
  ];
  assert.deepEqual(findAttention({ runs }, nobody, now), []);
});

Deno.test("attention: a disk that fills up stays until there is space; it is new until seen and when it gets worse", () => {
  const disk = { room: "low", since: before(10 * 24 * 60), freeBytes: 1, totalBytes: 100 } as const;
  const [item] = findAttention({ disk }, nobody, now);
  assert.deepEqual([item?.concern.kind, item?.isNew], ["disk", true]);
  const mark = markAll([item!], nobody);
  assert.deepEqual(findAttention({ disk }, mark, now).map(({ isNew }) => isNew), [false]);
  const full = { ...disk, room: "full", since: before(1) } as const;
  assert.deepEqual(findAttention({ disk: full }, mark, now).map(({ isNew }) => isNew), [true]);
  assert.deepEqual(findAttention({ disk: { ...disk, room: "ok" } }, mark, now), []);
});

Deno.test("attention: an unreadable mark counts as never seen", () => {
  for (const stored of [undefined, null, "x", { until: 3 }]) assert.deepEqual(readMark(stored), nobody);
  assert.deepEqual(readMark({ until: "a", version: "b" }), { until: "a", version: "b" });
});

Deno.test("attention: lists pending changes, a start after a crash and a changed factor, newest first", () => {
  const waiting = { runId: 9, at: before(20), commit: "c", counts: {} };
  const results = {
    subscriptions: [{ id: 4, name: "Scripts", waiting }, { id: 5, name: "Other", waiting: null }],
    start: { startedAt: before(30), startedAfterCrash: true },
    factorChanges: [{
      ...{ id: 7, at: before(10), act: "account.second-factor.deactivate" },
      actor: { kind: "person", id: 1, name: "admin" },
    }],
  } as unknown as BellResponses; // only the parts that are read
  const items = findAttention(results, nobody, now);
  assert.deepEqual(items.map(({ key, concern }) => [key, concern]), [
    ["factor 7", { kind: "factor", isOn: false, by: "admin" }],
    ["waiting 9", { kind: "waiting", subscription: { id: 4, name: "Scripts" } }],
    [`crash ${before(30)}`, { kind: "crash" }],
  ]);
  const start = { startedAt: before(30), startedAfterCrash: false };
  assert.deepEqual(findAttention({ start }, nobody, now), []);
});
