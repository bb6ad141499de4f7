import assert from "node:assert/strict";
import {
  addDays,
  addMonths,
  firstWeekdayOf,
  parseDay,
  parseDayTime,
  parseTime,
  startOfWeek,
  todayIn,
  weeksOf,
} from "./calendar_days.ts";

Deno.test("calendar days: arithmetic crosses months, years and leap days", () => {
  assert.equal(addDays("2027-12-31", 1), "2028-01-01");
  assert.equal(addDays("2028-03-01", -1), "2028-02-29");
  assert.equal(addMonths("2026-01-31", 1), "2026-02-28");
  assert.equal(addMonths("2026-01-31", -2), "2025-11-30");
  assert.equal(addMonths("2024-02-29", 12), "2025-02-28");
});

Deno.test("calendar days: a month has six whole weeks from the first weekday", () => {
  const weeks = weeksOf("2026-11-23", 1);
  assert.deepEqual([weeks.length, weeks[0]?.length], [6, 7]);
  assert.deepEqual([weeks[0]?.[0], weeks[5]?.[6]], ["2026-10-26", "2026-12-06"]);
  assert.equal(weeksOf("2026-11-23", 7)[0]?.[0], "2026-11-01");
  assert.equal(startOfWeek("2026-11-22", 1), "2026-11-16");
  assert.equal(startOfWeek("2026-11-22", 7), "2026-11-22");
});

Deno.test("calendar days: the first weekday follows the region", () => {
  assert.equal(firstWeekdayOf("en-GB"), 1);
  assert.equal(firstWeekdayOf("en-US"), 7);
});

Deno.test("calendar days: today depends on the zone", () => {
  const now = Date.UTC(2026, 10, 23, 20);
  assert.equal(todayIn("UTC", now), "2026-11-23");
  assert.equal(todayIn("Asia/Shanghai", now), "2026-11-24");
});

Deno.test("calendar days: typed days and times are understood or rejected", () => {
  assert.deepEqual(
    ["2026-11-23", "2026/1/5", "20261123", " 2026年1月5日 ", "2026-02-30", "23.11.2026", ""].map(parseDay),
    ["2026-11-23", "2026-01-05", "2026-11-23", "2026-01-05", null, null, null],
  );
  assert.deepEqual(
    ["6:30", "0630", "06:30:15", "24:00", "6", ""].map(parseTime),
    ["06:30", "06:30", "06:30:15", null, null, null],
  );
  assert.deepEqual(
    ["2026-11-23 6:30", "2026-11-23T06:30:15", "2026-11-23", "2026-11-23 6:30 x"].map(parseDayTime),
    ["2026-11-23T06:30", "2026-11-23T06:30:15", "2026-11-23T00:00", null],
  );
});
