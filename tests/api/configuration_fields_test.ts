// Every field of every object: what is written as a file and applied to another panel is there the same.
import assert from "node:assert/strict";
import * as z from "zod";
import { calendar } from "../../server/contract/calendars.ts";
import {
  configurationFolders,
  type ConfiguredKind,
  configuredKinds,
} from "../../server/contract/configuration.ts";
import { heartbeat } from "../../server/contract/heartbeats.ts";
import { channel, rulesResult } from "../../server/contract/notifications.ts";
import { taskDetail } from "../../server/contract/tasks.ts";
import { view } from "../../server/contract/views.ts";
import { maintenanceWindow } from "../../server/contract/windows.ts";
import { schemas } from "../../server/features/configuration/kinds.ts";
import { referenceFields } from "../../server/features/configuration/references.ts";
import { ConfigurationScene } from "../support/configuration_scene.ts";

/** The response of the API for an object of each kind. */
const responses: Record<ConfiguredKind, z.ZodObject> = {
  calendar,
  heartbeat,
  channel,
  task: taskDetail,
  window: maintenanceWindow,
  view,
  rule: rulesResult.shape.rules.element,
};

const identity = "tells objects of one panel apart";
const time = "says when this panel did something";
const state = "follows from what has happened on this panel";
const derived = "follows from other fields, which are compared";
const secret = "is secret, or grants access";

/** Fields of responses that are not in files, and why. */
const others: Record<ConfiguredKind, Record<string, string>> = {
  calendar: {
    ...{ id: identity, createdAt: time, updatedAt: time, version: state },
    ...{ knownFrom: derived, knownUntil: derived, isEnding: derived, copies: state },
  },
  heartbeat: {
    ...{ id: identity, createdAt: time, updatedAt: time, version: state, key: secret, path: secret },
    ...{ state, lastPingAt: time, dueAt: time, downFrom: time, startedAt: time, downAt: time },
    ...{ downReason: state, watchedFrom: time, muted: "ends by itself once it is up" },
  },
  channel: {
    ...{ id: identity, createdAt: time, updatedAt: time, version: state },
    ...{ secretsSet: secret, lastDelivery: state },
  },
  task: {
    ...{ id: identity, createdAt: time, updatedAt: time, version: state },
    ...{ kind: derived, scriptPath: derived, missedAutomatic: derived, nextRunAt: derived },
    ...{ status: state, activeRun: state, lastRun: state, recentOutcomes: state, runCounts: state },
    ...{ failureStreak: state, overdue: state, slower: state, lastChange: state },
    subscriptionId: "a task that a subscription has made has no file",
    muted: "ends by itself once a run succeeds",
    hasWebhook: secret,
  },
  window: {
    ...{ id: identity, createdAt: time, version: state, createdBy: "names whoever applied the files" },
    ...{ copy: state, active: derived, nextFrom: derived, nextTo: derived, held: state },
  },
  view: {
    ...{ id: identity, createdAt: time, updatedAt: time, version: state, editable: derived },
    owner: "accounts have no files: what they share becomes the panel's",
    shared: "only shared ones have files",
    position: "is in the field `after`, and compared below",
  },
  rule: { id: identity },
};

/** Fields of files that no response has. */
const onlyInFiles: readonly string[] = ["afterViewId", "afterRuleId"];

async function fill(scene: ConfigurationScene): Promise<void> {
  const calendar = await scene.call("POST", "/calendars", {
    ...{ name: "Work", timeZone: "Europe/Berlin", weekendDays: [5, 6] },
    sources: [{ type: "country", country: "DE", region: "BY" }],
    days: [{ date: "2026-12-24", kind: "off", name: "Eve" }],
  });
  const heartbeat = await scene.call("POST", "/heartbeats", {
    ...{ name: "Ping", labels: ["a"], schedule: "0 4 * * *", timeZone: "Asia/Tokyo", graceMs: 120_000 },
    ...{ maxDurationMs: 60_000, postOnly: true, notify: { onDown: true, onUp: false } },
  });
  await scene.call("POST", "/heartbeats", { name: "Period", periodMs: 3_600_000 });
  const window = await scene.call("POST", "/windows", {
    ...{ name: "Night", schedule: "0 2 * * 0", durationMs: 3_600_000, timeZone: "Asia/Tokyo" },
    ...{ validFrom: "2026-01-01T00:00:00.000Z", validUntil: "2099-01-01T00:00:00.000Z" },
    ...{ scope: { labels: ["a"] }, effect: "skip", silent: false, stopRunning: true },
  });
  await scene.call("POST", "/windows", {
    ...{ name: "Once", from: "2098-01-01T00:00:00.000Z", to: "2098-01-02T00:00:00.000Z" },
    scope: { pools: ["default"] },
  });
  await scene.call("POST", "/windows", {
    name: "Events",
    icalendar: {
      text:
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n" +
        "DTSTART:20200101T000000Z\r\nDTEND:20200101T010000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    },
  });
  const first = await scene.call("POST", "/tasks", {
    ...{
      name: "First",
      command: "task a.js",
      schedules: ["0 3 * * *", { rule: "@hourly", parameters: { mode: "b" } }],
    },
    parameters: [{
      ...{ name: "mode", type: "text", label: { en: "Mode", zh: "模式" }, help: "How" },
      ...{ required: true, default: "a", pattern: ".+" },
    }],
    ...{
      timeZone: "Europe/Berlin",
      labels: ["a", "很"],
      enabled: false,
      before: "export A=1",
      after: "echo done",
    },
    ...{ workingDirectory: "sub", logFolder: "my/own", timeLimitMs: 60_000 },
    ...{ overlap: { policy: "queue", limit: 3 }, missed: { policy: "all", limit: 5, deadlineMs: 3_600_000 } },
    retry: { times: 2, delayMs: 1_000, backoff: "exponential", onLost: true },
    ...{ placement: { pool: "gpu-1.a_b", mode: "any" }, serialGroup: "db", randomDelayMs: 5_000 },
    ...{ calendarId: calendar.id, onDayOff: "skip" },
    ...{
      validFrom: "2026-01-01T00:00:00.000Z",
      validUntil: "2099-01-01T00:00:00.000Z",
      variableLabels: ["x"],
    },
    triggers: [
      { type: "file", path: "in/a.csv", settleMs: 3_600_000 },
      { type: "heartbeat", heartbeatId: heartbeat.id, on: "down" },
      { type: "window", windowId: window.id, on: "end" },
    ],
    ...{ requiresApproval: true, approvalLapseMs: 3_600_000, logKeepRuns: 50, logKeepDays: 7 },
    notify: { onFailure: true, longerThanMs: 60_000 },
  });
  const second = await scene.call("POST", "/tasks", {
    ...{ name: "Second", command: "true", schedules: "manual", parameters: [{ name: "x", type: "text" }] },
    upstream: {
      tasks: [{ taskId: first.id, outcome: "any" }],
      rule: "any",
      within: "since 06:00",
      waitMs: 60_000,
    },
    forEach: { parameter: "x", output: "list" },
  });
  await scene.call("POST", "/tasks/pin", { ids: [second.id] });
  const view = {
    ...{ shared: true, relation: "or", hidden: true, sort: [{ field: "name", descending: true }] },
    conditions: [{ property: "label", operator: "isOneOf", values: ["a"] }],
  };
  const views = [];
  for (const name of ["Alpha", "Beta", "Gamma"]) {
    views.push(await scene.call("POST", "/views", { ...view, name }));
  }
  await scene.call("PUT", "/views/order", { ids: [views[2].id, views[0].id, views[1].id] });
  await scene.call("POST", "/notifications", {
    ...{ name: "Phones", type: "gotify", proxy: "http://proxy.example:3128", enabled: false },
    fields: { gotifyUrl: "https://push.example.org", gotifyToken: "a-secret-token", gotifyPriority: "3" },
  });
  const other = await scene.call("POST", "/notifications", {
    ...{ name: "Default", type: "gotify", isDefault: true },
    fields: { gotifyUrl: "https://push.example.org", gotifyToken: "a-secret-token" },
  });
  const usual = {
    ...{ events: ["run_failed", "run_too_long"], enabled: true, labels: null, taskIds: null, channelIds: [] },
    ...{ quietHours: null, groupMs: 300_000, longerThanMs: null, oncePerState: true },
    ...{ title: null, content: null, language: null },
  };
  await scene.call("PUT", "/notifications/rules", {
    rules: [{ ...usual, name: "Zulu" }, {
      ...{ ...usual, name: "All fields", enabled: false, labels: ["a"], taskIds: [second.id] },
      ...{
        channelIds: [other.id],
        quietHours: { from: "22:00", to: "07:30" },
        groupMs: 0,
        longerThanMs: 60_000,
      },
      ...{ oncePerState: false, title: "{task}", content: "{reason}", language: "zh" },
    }],
  });
}

// deno-lint-ignore no-explicit-any -- any response of the API
type Item = any;

/** Returns the objects of each kind as the API has them, in their order, each with all fields. */
async function readAll(scene: ConfigurationScene): Promise<Record<ConfiguredKind, Item[]>> {
  const each = async (path: string) => {
    const { items } = await scene.call("GET", path);
    const base = path.replace(/\?.*/, "");
    const whole = await Promise.all(items.map(({ id }: Item) => scene.call("GET", `${base}/${id}`)));
    return path === "/views" ? whole.map((one, position) => ({ ...one, position })) : whole.toSorted(byName);
  };
  return {
    calendar: await each("/calendars"),
    heartbeat: await each("/heartbeats"),
    channel: await each("/notifications"),
    task: await each("/tasks"),
    window: await each("/windows"),
    view: await each("/views"),
    rule: (await scene.call("GET", "/notifications/rules")).rules,
  };
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** Returns a value with names instead of IDs. */
function named(value: unknown, all: Record<ConfiguredKind, Item[]>, field = ""): unknown {
  const reference = referenceFields[field];
  if (Array.isArray(value)) return value.map((item) => named(item, all, field));
  if (typeof value === "number" && reference && reference.kind !== "subscription") {
    return all[reference.kind].find(({ id }) => id === value)?.name ?? "none";
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, named(item, all, name)]));
}

/** Returns the files of a panel with every field, and its objects. */
async function readFirst() {
  await using first = await ConfigurationScene.open();
  await fill(first);
  const files = await first.export();
  for (const kind of configuredKinds) {
    const texts = files.filter(({ path }) => path.startsWith(`${configurationFolders[kind]}/`)).map((
      { text },
    ) => text);
    for (const field of Object.keys(schemas[kind].shape)) {
      const name = referenceFields[field]?.field ?? field;
      assert.ok(
        texts.some((text) => new RegExp(`^${name}:`, "m").test(text)),
        `no file of the kind ${kind} has ${name}`,
      );
    }
  }
  return { files, before: await readAll(first) };
}

Deno.test("configuration: every field of a response is in the files, or stands in a list with the reason", () => {
  for (const kind of configuredKinds) {
    const inFiles = Object.keys(schemas[kind].shape);
    const inResponses = Object.keys(responses[kind].shape);
    const reasons = Object.keys(others[kind]);
    const unknown = inResponses.filter((field) => !inFiles.includes(field) && !reasons.includes(field));
    assert.deepEqual(unknown, [], `files of the kind ${kind} do not have these fields`);
    const both = reasons.filter((field) => inFiles.includes(field) || !inResponses.includes(field));
    assert.deepEqual(both, [], `fields of the kind ${kind} that need no reason`);
    const missing = inFiles.filter((field) => !inResponses.includes(field) && !onlyInFiles.includes(field));
    assert.deepEqual(missing, [], `fields of the kind ${kind} that cannot be compared`);
  }
});

Deno.test("configuration: after export and apply, the API responds the same on both panels, field by field", async () => {
  const { files, before } = await readFirst();
  await using second = await ConfigurationScene.open();
  await second.apply(files);
  assert.deepEqual(await second.export(), files);
  const after = await readAll(second);
  for (const kind of configuredKinds) {
    assert.equal(after[kind].length, before[kind].length, kind);
    assert.ok(before[kind].length > 0, kind);
    for (const [index, one] of before[kind].entries()) {
      for (const field of [...Object.keys(schemas[kind].shape), ...kind === "view" ? ["position"] : []]) {
        if (onlyInFiles.includes(field)) continue;
        assert.deepEqual(
          named(after[kind][index][field], after, field),
          named(one[field], before, field),
          `${field} of ${kind} ${one.name}`,
        );
      }
    }
  }
});
