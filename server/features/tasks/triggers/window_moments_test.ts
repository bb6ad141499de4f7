import assert from "node:assert/strict";
import type { WindowRow } from "../../../migrations/window_tables.ts";
import { newMoment, openSince, type WindowSeen } from "./window_moments.ts";

const HOUR = 3_600_000;
const at = (time: string) => Date.parse(`2026-03-04T${time}:00.000Z`);

function windowOf(columns: Partial<WindowRow> = {}) {
  const row = {
    ...{ id: 1, from_at: null, to_at: null, schedule: "0 2 * * *", duration_ms: HOUR, time_zone: null },
    ...{ valid_from: null, valid_until: null, ended_at: null, removed_at: null, effect: "hold" },
    ...columns,
  } as WindowRow;
  return { row, events: null };
}

/** Returns the effects of looks at these times. */
function follow(event: "start" | "end", seen: WindowSeen, times: number[], window = windowOf()) {
  return times.map((now) => {
    const moment = newMoment(window, { event, seen, now, zone: "UTC" });
    seen = moment?.seen ?? seen;
    return moment?.effect ?? null;
  });
}

const closed = { from: null, at: at("01:00") };

Deno.test("window moments: each time has one start and one end", () => {
  const times = [at("01:59"), at("02:00"), at("02:30"), at("03:00"), at("04:00"), at("02:00") + 24 * HOUR];
  assert.deepEqual(follow("start", closed, times), [null, "start", null, "none", null, "start"]);
  assert.deepEqual(follow("end", closed, times), [null, "none", null, "start", null, "none"]);
});

Deno.test("window moments: what was open when the trigger was saved has an end and no start", () => {
  const seen = { from: openSince(windowOf(), "UTC", at("02:10")), at: at("02:10") };
  assert.equal(seen.from, at("02:00"));
  assert.deepEqual(follow("start", seen, [at("02:20"), at("03:00")]), [null, "none"]);
  assert.deepEqual(follow("end", seen, [at("02:20"), at("03:00")]), [null, "start"]);
});

Deno.test("window moments: after a time off, a start counts while it is open, and an end once", () => {
  assert.deepEqual(follow("start", closed, [at("02:59")]), ["start"]);
  assert.deepEqual(follow("start", closed, [at("12:00"), at("12:01")]), ["missed", null]);
  assert.deepEqual(follow("end", closed, [at("12:00") + 72 * HOUR, at("12:01") + 72 * HOUR]), [
    "start",
    null,
  ]);
  const open = { from: at("02:00"), at: at("02:00") };
  assert.deepEqual(follow("end", open, [at("12:00"), at("12:01")]), ["start", null]);
});

Deno.test("window moments: an end before its time, or by another schedule, is an end", () => {
  const open = { from: at("02:00"), at: at("02:00") };
  assert.deepEqual(follow("end", open, [at("02:20")], windowOf({ ended_at: at("02:20") })), ["start"]);
  assert.deepEqual(follow("end", open, [at("02:20")], windowOf({ schedule: "0 5 * * *" })), ["start"]);
});

Deno.test("window moments: times without a pause between them end and start", () => {
  const hourly = windowOf({ schedule: "0 * * * *" });
  const open = { from: at("02:00"), at: at("02:00") };
  assert.deepEqual(follow("end", open, [at("02:59"), at("03:00"), at("03:01")], hourly), [
    null,
    "start",
    null,
  ]);
  assert.deepEqual(follow("start", open, [at("02:59"), at("03:00"), at("03:01")], hourly), [
    null,
    "start",
    null,
  ]);
});

Deno.test("window moments: a clock that is set back a little repeats nothing; one far ahead was wrong", () => {
  const seen = { from: at("02:00"), at: at("02:00") };
  assert.deepEqual(follow("start", seen, [at("01:59"), at("02:00"), at("02:01")]), [null, null, null]);
  const future = { from: null, at: at("02:00") + 24_000 * HOUR };
  assert.deepEqual(follow("start", future, [at("01:30"), at("02:00")]), ["none", "start"]);
});
