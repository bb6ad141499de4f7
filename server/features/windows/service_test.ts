import assert from "node:assert/strict";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { parse } from "../../contract/parsed.ts";
import { windowInput, windowPatch } from "../../contract/windows.ts";
import { Bus } from "../../engine/bus.ts";
import type { FetchedFile } from "../icalendar/fetch_icalendar.ts";
import { LoadedWindows } from "./loaded_windows.ts";
import { Windows } from "./service.ts";

const HOUR = 3_600_000;
const url = "https://calendar.example/work.ics";
const by = { createdBy: "mira", requester: "application", language: "en" } as const;

function fileOf(...lines: string[]): string {
  return ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
}

async function open() {
  const db = await freshDatabase();
  const clock = new TestClock("2026-11-29T12:00:00.000Z");
  const fetched: string[] = [];
  const state: { file: FetchedFile } = {
    file: { text: fileOf("DTSTART:20261201T220000Z", "DURATION:PT4H") },
  };
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (text: string) => { // a reload may be too late for a test that is over
      if (!text.includes("load the")) assert.fail(text);
    },
  };
  const bus = new Bus((error) => {
    throw error;
  });
  const base = { db, clock, bus, logger, zone: () => "Europe/Berlin" };
  const loaded = await LoadedWindows.open(base);
  const windows = new Windows({
    ...{ ...base, loaded, engine: { wake() {} } },
    fetch: (_, requester) => {
      fetched.push(requester);
      return Promise.resolve(state.file);
    },
  });
  return {
    ...{ windows, loaded, clock, fetched, state },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

Deno.test("window files: are fetched once a day, and each hour as long as that fails", async () => {
  await using scene = await open();
  const { windows, clock, fetched, state } = scene;
  const { id } = await windows.create(parse(windowInput, { name: "Work", icalendar: { url } }), by);
  const hourly = async (hours: number) => {
    const before = fetched.length;
    for (let hour = 0; hour < hours; hour++) {
      clock.advance(HOUR);
      await windows.renewDue();
    }
    return fetched.length - before;
  };
  assert.deepEqual([await hourly(23), await hourly(1), await hourly(23)], [0, 1, 0]);
  state.file = { problem: { code: "calendar_status", params: { status: "503" } } };
  assert.equal(await hourly(3), 3);
  const failed = await windows.get(id, "en");
  const { fetchedAt, triedAt, failingSince } = failed.copy ?? {};
  assert.deepEqual([fetchedAt, failingSince, triedAt], [
    ...["2026-11-30T12:00:00.000Z", "2026-12-01T12:00:00.000Z", "2026-12-01T14:00:00.000Z"],
  ]);
  assert.equal((await windows.get(id, "zh")).copy?.error, "服务器返回状态 503");
  assert.equal(failed.nextFrom, "2026-12-01T22:00:00.000Z");
  state.file = { text: fileOf("DTSTART:20261202T220000Z", "DURATION:PT4H") };
  assert.deepEqual([await hourly(1), await hourly(23)], [1, 0]);
  assert.equal((await windows.get(id, "en")).nextFrom, "2026-12-02T22:00:00.000Z");
  // An application reaches only networks that the operator listed, also later.
  assert.deepEqual(new Set(fetched), new Set(["application"]));
  await windows.remove(id);
  assert.equal(await hourly(30), 0);
});

Deno.test("window files: rules without an end reach further in a new year, with or without the server", async () => {
  await using scene = await open();
  const { windows, loaded, clock, state } = scene;
  const text = fileOf("DTSTART:20200101T000000Z", "DURATION:PT1H", "RRULE:FREQ=YEARLY");
  state.file = { text };
  const ids: number[] = [];
  for (const icalendar of [{ url }, { text }]) {
    ids.push((await windows.create(parse(windowInput, { name: "Yearly", icalendar }), by)).id);
  }
  const lastYears = () =>
    ids.map((id) => new Date(loaded.eventsOf(id)?.in("UTC").at(-1)?.from ?? 0).getUTCFullYear());
  assert.deepEqual(lastYears(), [2031, 2031]);
  state.file = { problem: { code: "calendar_status", params: { status: "404" } } };
  clock.advance(60 * 24 * HOUR);
  await windows.renewDue();
  assert.deepEqual(lastYears(), [2032, 2032]);
});

Deno.test("window files: a file that is chosen while the old one is fetched is not overwritten", async () => {
  await using scene = await open();
  const { windows, clock, state } = scene;
  const { id } = await windows.create(parse(windowInput, { name: "Work", icalendar: { url } }), by);
  clock.advance(24 * HOUR);
  const text = fileOf("DTSTART:20270101T000000Z", "DURATION:PT1H");
  const slow = Promise.withResolvers<FetchedFile>();
  state.file = slow.promise as unknown as FetchedFile; // the fetch of the scene waits for it
  const renewing = windows.renewDue();
  const patch = parse(windowPatch, { icalendar: { text } });
  await windows.update(id, patch, { expectedVersion: null, requester: "person", language: "en" });
  slow.resolve({ text: fileOf("DTSTART:20261205T000000Z", "DURATION:PT1H") });
  await renewing;
  const window = await windows.get(id, "en");
  assert.deepEqual([window.icalendar, window.copy, window.nextFrom], [
    ...[{ text }, null, "2027-01-01T00:00:00.000Z"],
  ]);
});
