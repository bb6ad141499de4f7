// Maintenance windows that are open during the events of an iCalendar file.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { MaintenanceWindow, WindowSpans } from "../../server/contract/windows.ts";
import { TestPanel, type TestPanelOptions } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const utc = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");
const whole = (at: number) => new Date(Math.floor(at / 1_000) * 1_000).toISOString();

/** A file with events in UTC, in hours from now. */
function hours(...events: [from: number, to: number][]): string {
  return fileOf(...events.map(([from, to]) => [
    `DTSTART:${utc(Date.now() + from * HOUR)}`,
    `DTEND:${utc(Date.now() + to * HOUR)}`,
  ]));
}

function fileOf(...events: string[][]): string {
  const blocks = events.map((lines, index) => ["BEGIN:VEVENT", `UID:${index}`, ...lines, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...blocks.flat(), "END:VCALENDAR", ""].join("\r\n");
}

async function open(more: Record<string, string> = {}, options: Partial<TestPanelOptions> = {}) {
  const panel = await TestPanel.open(more, options);
  const headers = await panel.logIn();
  const call = async <T>(method: string, path: string, body?: unknown) =>
    await panel.request(method, path, { headers, ...body !== undefined && { body } }) as T;
  const add = (body: object) => call<MaintenanceWindow>("POST", "/windows", { name: "Work", ...body });
  const issues = async (body: object, method = "POST", path = "/windows") => {
    const response = await panel.send(method, path, { headers, body: { name: "Work", ...body } });
    const json = await response.json();
    assert.equal(response.status, 422, JSON.stringify(json));
    return json.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
  };
  return { panel, headers, call, add, issues };
}

/** Serves one file, which a test can change. */
async function serve(text: string) {
  const state = { text, status: 200, requests: 0 };
  const server = createServer((_, response) => {
    state.requests++;
    response.writeHead(state.status).end(state.text);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    state,
    url: `http://127.0.0.1:${port}/work.ics`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const allowed = { SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8" };

Deno.test("windows of a file: hold what is due during an event", async () => {
  const { panel, call, add } = await open();
  await using _ = panel;
  const window = await add({ icalendar: { text: hours([-1, 1], [5, 6]) } });
  assert.deepEqual([window.active, window.schedule, window.copy], [true, null, null]);
  const task = await call<{ id: number }>("POST", "/tasks", {
    ...{ name: "each second", command: "true", schedules: ["* * * * * *"] },
  });
  const run = await until("a held run", async () => {
    const { items } = await call<List<Run>>("GET", `/runs?taskId=${task.id}`);
    return items.find(({ state }) => state === "queued") ?? null;
  });
  assert.deepEqual([run.windowId, run.heldUntil], [window.id, window.nextTo]);
  const ended = await call<MaintenanceWindow>("POST", `/windows/${window.id}/end`);
  assert.equal(ended.active, false);
  assert.ok(Date.parse(ended.nextFrom ?? "") > Date.now() + 4 * HOUR, "the next event is still to come");
  await until("the held run", async () =>
    (await call<List<Run>>("GET", `/runs?taskId=${task.id}`)).items
      .some(({ id, state }) => id === run.id && state === "succeeded"));
});

Deno.test("windows of a file: whole days are those of the window's zone, and its events are listed", async () => {
  const { panel, call, add } = await open();
  await using _ = panel;
  const day = Math.floor(Date.now() / DAY) * DAY + 3 * DAY;
  const date = utc(day).slice(0, 8);
  const text = fileOf(
    [`DTSTART;VALUE=DATE:${date}`],
    [`DTSTART:${utc(day + 30 * HOUR)}`, "DURATION:PT1H", "RRULE:FREQ=DAILY"],
  );
  const zoned = await add({ icalendar: { text }, timeZone: "Asia/Shanghai" });
  const spans = async () =>
    (await call<WindowSpans>("GET", `/windows/spans?from=${whole(day - DAY)}&to=${whole(day + 3 * DAY)}`))
      .items.map(({ from, to }) => [Date.parse(from) - day, Date.parse(to) - day].map((ms) => ms / HOUR));
  assert.deepEqual(await spans(), [[-8, 16], [30, 31], [54, 55]]);
  await call("PATCH", `/windows/${zoned.id}`, {
    timeZone: "Europe/Berlin",
    validUntil: whole(day + 40 * HOUR),
  });
  const [first, ...others] = await spans();
  assert.ok(first?.[0] === -1 || first?.[0] === -2, `${first}`);
  assert.deepEqual(others, [[30, 31]]);
});

Deno.test("windows of a file: the text comes with a single window only, and can be sent back", async () => {
  const { panel, call, add } = await open();
  await using _ = panel;
  const text = hours([1, 2]);
  const { id } = await add({ icalendar: { text } });
  const [listed] = (await call<List<MaintenanceWindow>>("GET", "/windows")).items;
  assert.deepEqual(listed?.icalendar, {});
  const window = await call<MaintenanceWindow>("GET", `/windows/${id}`);
  assert.deepEqual(window.icalendar, { text });
  const saved = await call<MaintenanceWindow>("PATCH", `/windows/${id}`, {
    ...{ name: "Renamed", icalendar: window.icalendar },
  });
  assert.deepEqual([saved.name, saved.nextFrom], ["Renamed", window.nextFrom]);
  const other = await call<MaintenanceWindow>("PATCH", `/windows/${id}`, {
    icalendar: { text: hours([3, 4]) },
  });
  assert.ok(other.nextFrom! > window.nextFrom!);
  const once = await call<MaintenanceWindow>("PATCH", `/windows/${id}`, {
    ...{ icalendar: null, schedule: "0 2 * * *", durationMs: HOUR },
  });
  assert.deepEqual([once.icalendar, once.schedule], [null, "0 2 * * *"]);
});

Deno.test("windows of a file: what was ended early stays so until its time is set anew", async () => {
  const { panel, call, add } = await open();
  await using _ = panel;
  const text = hours([-1, 1]);
  const { id } = await add({ icalendar: { text } });
  await call("POST", `/windows/${id}/end`);
  const renamed = await call<MaintenanceWindow>("PATCH", `/windows/${id}`, {
    ...{ name: "Other", from: null, schedule: null, icalendar: { text } },
  });
  assert.equal(renamed.active, false);
  const changed = await call<MaintenanceWindow>("PATCH", `/windows/${id}`, {
    icalendar: { text: hours([-2, 2]) },
  });
  assert.equal(changed.active, true);
});

Deno.test("windows of a file: an address is fetched again, and the last good copy is kept", async () => {
  await using server = await serve(hours([-1, 1]));
  const { panel, call, add } = await open(allowed);
  await using _ = panel;
  const { url, state } = server;
  const window = await add({ icalendar: { url } });
  assert.deepEqual([window.active, window.icalendar, window.copy?.error], [true, { url }, null]);
  const task = await call<{ id: number }>("POST", "/tasks", {
    ...{ name: "each second", command: "true", schedules: ["* * * * * *"] },
  });
  const first = async () => (await call<List<Run>>("GET", `/runs?taskId=${task.id}`)).items.at(-1);
  await until("a held run", async () => (await first())?.heldUntil === window.nextTo);
  await call("PATCH", `/tasks/${task.id}`, { schedules: ["0 0 29 2 *"] });
  const fetch = () => call<MaintenanceWindow>("POST", `/windows/${window.id}/fetch`);

  // The event takes longer than planned.
  state.text = hours([-1, 3]);
  const longer = await fetch();
  assert.ok(longer.nextTo! > window.nextTo!);
  assert.equal((await first())?.heldUntil, longer.nextTo);

  for (
    const [text, status, error] of [
      ["<html>", 200, /BEGIN:VCALENDAR/],
      ["", 503, /status 503/],
      [hours([2, 1]), 200, /ends before it starts/],
      [`BEGIN:VCALENDAR\0`, 200, /BEGIN:VCALENDAR/],
      [fileOf(["DTSTART:20200101T000000Z", "DURATION:PT1H", "RRULE:FREQ=HOURLY"]), 200, /more than 20,?000/],
    ] as const
  ) {
    Object.assign(state, { text, status });
    const broken = await fetch();
    assert.match(broken.copy?.error ?? "", error);
    assert.deepEqual([broken.active, broken.nextTo, broken.copy?.fetchedAt], [
      ...[true, longer.nextTo, longer.copy?.fetchedAt],
    ]);
  }

  // Nothing is planned any more.
  Object.assign(state, { text: fileOf(), status: 200 });
  const empty = await fetch();
  assert.deepEqual([empty.active, empty.nextFrom, empty.held, empty.copy?.error], [false, null, 0, null]);
  await until("the run to start", async () => (await first())?.state === "succeeded");
});

Deno.test("windows of a file: an address is kept as long as it stays the same", async () => {
  await using server = await serve(hours([1, 2]));
  const { panel, call, add, issues } = await open(allowed);
  await using _ = panel;
  const { url, state } = server;
  const { id } = await add({ icalendar: { url } });
  state.status = 500;
  await call("PATCH", `/windows/${id}`, { name: "Renamed", icalendar: { url } });
  assert.equal(state.requests, 1);
  assert.deepEqual(await issues({ icalendar: { url: `${url}?new` } }, "PATCH", `/windows/${id}`), [
    "icalendar.url calendar_status",
  ]);
  assert.deepEqual((await call<MaintenanceWindow>("GET", `/windows/${id}`)).icalendar, { url });
});

Deno.test("windows of a file: what cannot be is rejected at its field", async () => {
  const { panel, issues } = await open();
  await using _ = panel;
  const text = hours([1, 2]);
  const of = (icalendar: object, more: object = {}) => issues({ icalendar, ...more });
  assert.deepEqual(await of({}), ["icalendar.url one_of_address_and_text"]);
  assert.deepEqual(await of({ url: "https://a.example/b.ics", text }), [
    "icalendar.url one_of_address_and_text",
  ]);
  assert.deepEqual(await of({ url: "file:///etc/passwd" }), ["icalendar.url not_web_address"]);
  assert.deepEqual(await of({ url: "https://me:secret@a.example/b.ics" }), ["icalendar.url not_web_address"]);
  assert.deepEqual(await of({ url: "http://127.0.0.1:1/b.ics" }), ["icalendar.url calendar_inner_network"]);
  assert.deepEqual(await of({ text }, { schedule: "0 2 * * *" }), ["schedule window_two_ways"]);
  assert.deepEqual(await of({ text }, { from: whole(Date.now()) }), ["from window_two_ways"]);
  assert.deepEqual(await of({ text }, { timeZone: "Mars" }), ["timeZone unknown_time_zone"]);
  assert.deepEqual(await of({ text: "hello" }), ["icalendar.text not_icalendar"]);
  assert.deepEqual(await of({ text: hours([2, 1]) }), ["icalendar.text event_ends_before_start"]);
  assert.deepEqual(await of({ text: hours([-2, -1]) }), ["icalendar.text window_over"]);
  assert.deepEqual(await of({ text: fileOf() }), ["icalendar.text window_over"]);
  assert.deepEqual(await of({ text: hours([1, 24 * 400]) }), ["icalendar.text event_too_long"]);
  const endless = fileOf(["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY"]);
  assert.deepEqual(await of({ text: endless }), ["icalendar.text events_without_pause"]);
});
