import assert from "node:assert/strict";
import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import {
  eventDetails,
  type NotificationEvent,
  notificationEvents,
} from "../../../server/contract/notification_events.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { SystemDetails } from "../../../server/contract/system.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { paths } from "../../paths.ts";
import { findItems, readSeen, seeAll } from "./bell_items.ts";
import { listedNames, type Responses } from "./bell_sources.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const nothingSeen = { until: "", version: "" };

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
  const from = { ip, account: null, address: null, local: false, userAgent: "", device: "" };
  return { id, at: before(minutes), status, way: "password", ...from };
}

const lastCheck = { state: "available", checkedAt: before(600), release: { version: "2.0.0" } };

// Only the parts that are read.
function system(change: object): SystemDetails {
  return {
    startedAt: before(30),
    startedAfterCrash: false,
    zoneRules: { warning: null, release: "2026f" },
    update: { lastCheck: null },
    ...change,
  } as SystemDetails;
}

Deno.test("bell: repeated entries are one item with a count of the new ones", () => {
  const results: Partial<Responses> = { runs: [run(3, 1), run(2, 5), run(1, 60)] };
  const [item, ...others] = findItems(results, { until: before(30), version: "" }, now);
  assert.deepEqual([item?.key, item?.count, item?.isNew, others], ["run 3", 2, true, []]);
});

Deno.test("bell: new items come first, then the newest", () => {
  const results: Partial<Responses> = {
    runs: [run(2, 90), run(3, 40, { taskId: 2, taskName: "Other" })],
    logins: [login(1, 10, "wrong_code")],
    system: system({ update: { lastCheck } }),
  };
  const keys = findItems(results, { until: before(30), version: "" }, now).map(({ key }) => key);
  assert.deepEqual(keys, ["login 1", "update 2.0.0", "run 3", "run 2"]);
});

Deno.test("bell: seeing all covers everything present and nothing later", () => {
  const results: Partial<Responses> = {
    runs: [run(2, 5)],
    logins: [login(1, 10, "too_many")],
    system: system({ update: { lastCheck } }),
  };
  const seen = seeAll(findItems(results, nothingSeen, now), nothingSeen);
  assert.ok(findItems(results, seen, now).every(({ isNew }) => !isNew));
  const later = findItems({ ...results, runs: [run(3, 1), run(2, 5)] }, seen, now);
  assert.deepEqual(later.filter(({ isNew }) => isNew).map(({ key, count }) => [key, count]), [["run 3", 1]]);
});

Deno.test("bell: skips debug runs, previews and items older than a week", () => {
  const runs = [
    run(1, 1, { kind: "debug", taskId: null }),
    run(2, 1, { kind: "subscription", taskId: null }),
    run(3, 8 * 24 * 60),
  ];
  assert.deepEqual(findItems({ runs }, nothingSeen, now), []);
});

Deno.test("bell: a disk that fills up stays until there is space; it is new until seen and when it gets worse", () => {
  const disk = { room: "low", since: before(10 * 24 * 60), freeBytes: 1, totalBytes: 100 } as const;
  const [item] = findItems({ disk }, nothingSeen, now);
  assert.deepEqual([item?.group, item?.isNew], ["disk", true]);
  const seen = seeAll([item!], nothingSeen);
  assert.deepEqual(findItems({ disk }, seen, now).map(({ isNew }) => isNew), [false]);
  const full = { ...disk, room: "full", since: before(1) } as const;
  assert.deepEqual(findItems({ disk: full }, seen, now).map(({ isNew }) => isNew), [true]);
  assert.deepEqual(findItems({ disk: { ...disk, room: "ok" } }, seen, now), []);
});

Deno.test("bell: a pulse that is not received is listed from the third failure until it is over", () => {
  const problem = { code: "status", detail: "500" } as const;
  const pulse = {
    host: "watch.example",
    lastSuccessAt: null,
    lastFailureAt: before(1),
    failures: 2,
    problem,
  };
  assert.deepEqual(findItems({ pulse: { ...pulse, downAt: null } }, nothingSeen, now), []);
  const [item] = findItems({ pulse: { ...pulse, downAt: before(9 * 24 * 60) } }, nothingSeen, now);
  const title = item?.title(newMessages("en", { texts }));
  assert.deepEqual([title, item?.href, item?.isNew], [
    "watch.example does not receive the pulse of the panel",
    `${paths.networkSettings()}#pulseUrl`,
    true,
  ]);
});

Deno.test("bell: an unreadable state counts as never seen", () => {
  for (const stored of [undefined, null, "x", { until: 3 }]) assert.deepEqual(readSeen(stored), nothingSeen);
  assert.deepEqual(readSeen({ until: "a", version: "b" }), { until: "a", version: "b" });
});

Deno.test("bell: outdated time zone rules stay until they are renewed", () => {
  const outdated = { zoneRules: { warning: "old", release: "2025b" }, startedAt: before(30 * 24 * 60) };
  const keys = findItems({ system: system(outdated) }, nothingSeen, now).map(({ key }) => key);
  assert.deepEqual(keys, ["zones old 2025b"]);
});

Deno.test("bell: changes that wait for approval stay for longer than a week", () => {
  const waiting = { runId: 9, at: before(30 * 24 * 60), commit: "c", counts: {} };
  const results = { subscriptions: [{ id: 4, name: "Scripts", waiting }] } as unknown as Partial<Responses>; // only the parts that are read
  assert.deepEqual(findItems(results, nothingSeen, now).map(({ key }) => key), ["waiting 9"]);
});

Deno.test("bell: lists pending changes, a start after a crash and a changed factor, newest first", () => {
  const waiting = { runId: 9, at: before(20), commit: "c", counts: {} };
  const results = {
    subscriptions: [{ id: 4, name: "Scripts", waiting }, { id: 5, name: "Other", waiting: null }],
    system: system({ startedAfterCrash: true }),
    secondFactorChanges: [{
      ...{ id: 7, at: before(10), act: "account.second-factor.deactivate" },
      actor: { kind: "person", id: 1, name: "admin" },
    }],
  } as unknown as Partial<Responses>; // only the parts that are read
  const items = findItems(results, nothingSeen, now);
  const messages = newMessages("en", { texts });
  assert.deepEqual(items.map(({ key, title, tone, href }) => [key, title(messages), tone, href]), [
    ["factor 7", "Two-factor authentication turned off by admin", "warning", paths.security()],
    ["waiting 9", "Subscription Scripts: changes pending approval", "accent", paths.subscriptionChanges(4)],
    [`crash ${before(30)}`, "Panel restarted after a crash", "violet", paths.systemLog()],
  ]);
  assert.deepEqual(findItems({ system: system({}) }, nothingSeen, now), []);
});

Deno.test("bell: an open maintenance window is an information, and a calendar that cannot be read a problem", () => {
  const copy = { fetchedAt: before(900), triedAt: before(1), failingSince: null, error: null };
  const window = { id: 1, name: "Night", active: false, nextFrom: before(-60), copy };
  const broken = { ...copy, failingSince: before(300), error: "status 503" };
  const results = {
    windows: [
      window,
      { ...window, id: 2, name: "Now", active: true, nextFrom: before(20_000), copy: null },
      { ...window, id: 3, name: "Broken", copy: broken },
    ],
  } as unknown as Partial<Responses>; // only the parts that are read
  const items = findItems(results, nothingSeen, now);
  const messages = newMessages("en", { texts });
  assert.deepEqual(items.map(({ key, title, tone, href }) => [key, title(messages), tone, href]), [
    [
      `window file 3 ${before(300)}`,
      "The calendar of the maintenance window Broken cannot be read",
      ...["warning", paths.windows()],
    ],
    [`window 2 ${before(20_000)}`, "Maintenance is under way: Now", "accent", paths.windows()],
  ]);
});

Deno.test("bell: a run leads to what it belongs to", () => {
  const runs = [
    run(1, 1),
    run(2, 2, { taskId: null }),
    run(3, 3, { kind: "subscription", taskId: null, subscriptionId: 4, taskName: "Scripts" }),
    run(4, 4, { kind: "dependency", taskId: null, taskName: "axios", state: "timed_out" }),
  ];
  const messages = newMessages("en", { texts });
  const items = findItems({ runs }, nothingSeen, now);
  assert.deepEqual(items.map(({ title, tone, href }) => [title(messages), tone, href]), [
    ["Report: Failed", "danger", paths.taskLog(1, 1)],
    ["Report: Failed", "danger", paths.tasks()],
    ["Subscription Scripts: Failed", "danger", paths.subscriptionLog(4, 3)],
    ["Dependency axios: Timed out", "orange", paths.dependencies()],
  ]);
});

Deno.test("bell: a failed backup is listed, one that was interrupted by a stop of the panel is not", () => {
  const backup = (id: number, code: string) => ({
    id,
    state: "failed",
    createdAt: before(id),
    error: { code },
  });
  const results = {
    backups: [backup(1, "backup_interrupted"), backup(2, "storage_full"), {
      ...backup(3, ""),
      state: "ready",
    }],
  } as unknown as Partial<Responses>; // only the parts that are read
  assert.deepEqual(findItems(results, nothingSeen, now).map(({ key }) => key), ["backup 2"]);
});

Deno.test("bell: lists what a new panel notifies of, except what the page cannot ask for", () => {
  // No list of the API has them.
  const others: NotificationEvent[] = ["run_recovered", "run_too_long", "run_not_started", "heartbeat_up"];
  const expected = notificationEvents.filter((event) => eventDetails[event].inDefaultRule);
  const missing = expected.filter((event) => !listedNames(() => true).includes(`eventNames.${event}`));
  assert.deepEqual(missing, others);
});
