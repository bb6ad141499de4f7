import assert from "node:assert/strict";
import { machineZones, useZoneClocks } from "../../../tests/support/zone_files.ts";
import { parseCron } from "./expression.ts";
import { countSlots, newestSlots, nextSlot, upcomingSlots } from "./slots.ts";
import { readZoneFile } from "./zone_file.ts";

interface Row {
  format: string;
  rule: string;
  zone: string;
  /** Local time on the day before, in UTC, after which due times are listed. */
  after: string;
  /** Due times in the zone's local time, with its offset from UTC. */
  due: string[];
}

const newYork = "America/New_York";
const gap = { zone: newYork, after: "2026-03-08T04:59:59Z" };
const overlap = { zone: newYork, after: "2026-11-01T03:59:59Z" };

const rows: Row[] = [
  {
    format: "a fixed time in the gap runs at its end, then as usual",
    rule: "30 2 * * *",
    ...gap,
    due: ["2026-03-08 03:00 -4", "2026-03-09 02:30 -4"],
  },
  {
    format: "a list of hours is fixed too",
    rule: "30 2,14 * * *",
    ...gap,
    due: ["2026-03-08 03:00 -4", "2026-03-08 14:30 -4", "2026-03-09 02:30 -4"],
  },
  {
    format: "two fixed times in the gap run once",
    rule: "15,45 2 * * *",
    ...gap,
    due: ["2026-03-08 03:00 -4", "2026-03-09 02:15 -4"],
  },
  {
    format: "a fixed time in the gap and one at its end run once",
    rule: "0 2,3 * * *",
    ...gap,
    due: ["2026-03-08 03:00 -4", "2026-03-09 02:00 -4"],
  },
  {
    format: "every other hour has no extra run in the gap",
    rule: "0 */2 * * *",
    ...gap,
    due: ["2026-03-08 00:00 -5", "2026-03-08 04:00 -4", "2026-03-08 06:00 -4"],
  },
  {
    format: "an interval follows elapsed time over the gap",
    rule: "*/30 * * * *",
    zone: newYork,
    after: "2026-03-08T06:29:00Z",
    due: ["2026-03-08 01:30 -5", "2026-03-08 03:00 -4", "2026-03-08 03:30 -4"],
  },
  {
    format: "an interval in the missing hour does not run",
    rule: "*/30 2 * * *",
    ...gap,
    due: ["2026-03-09 02:00 -4"],
  },
  {
    format: "half past every hour runs once an hour over the gap",
    rule: "30 * * * *",
    zone: newYork,
    after: "2026-03-08T06:29:00Z",
    due: ["2026-03-08 01:30 -5", "2026-03-08 03:30 -4"],
  },
  {
    format: "a fixed time in the repeated hour runs once, the first time",
    rule: "30 1 * * *",
    ...overlap,
    due: ["2026-11-01 01:30 -4", "2026-11-02 01:30 -5"],
  },
  {
    format: "a range of hours over the repeated hour runs once",
    rule: "30 1-2 * * *",
    ...overlap,
    due: ["2026-11-01 01:30 -4", "2026-11-01 02:30 -5", "2026-11-02 01:30 -5"],
  },
  {
    format: "an hourly interval runs in both passes",
    rule: "0 * * * *",
    ...overlap,
    due: ["2026-11-01 00:00 -4", "2026-11-01 01:00 -4", "2026-11-01 01:00 -5", "2026-11-01 02:00 -5"],
  },
  {
    format: "a half-hourly interval runs in both passes",
    rule: "*/30 * * * *",
    zone: newYork,
    after: "2026-11-01T05:00:00Z",
    due: ["2026-11-01 01:30 -4", "2026-11-01 01:00 -5", "2026-11-01 01:30 -5", "2026-11-01 02:00 -5"],
  },
  {
    format: "seconds by steps in a fixed minute run in both passes",
    rule: "*/20 59 1 * * *",
    ...overlap,
    due: [
      "2026-11-01 01:59:00 -4",
      "2026-11-01 01:59:20 -4",
      "2026-11-01 01:59:40 -4",
      "2026-11-01 01:59:00 -5",
      "2026-11-01 01:59:20 -5",
      "2026-11-01 01:59:40 -5",
      "2026-11-02 01:59:00 -5",
    ],
  },
  {
    format: "a gap of half an hour keeps its day",
    rule: "15 2 * * *",
    zone: "Australia/Lord_Howe",
    after: "2026-10-03T13:00:00Z",
    due: ["2026-10-04 02:30 +11", "2026-10-05 02:15 +11"],
  },
  {
    format: "a repeated half hour runs once",
    rule: "45 1 * * *",
    zone: "Australia/Lord_Howe",
    after: "2026-04-04T12:00:00Z",
    due: ["2026-04-05 01:45 +11", "2026-04-06 01:45 +10.5"],
  },
  {
    format: "a missing midnight moves within its day",
    rule: "@daily",
    zone: "Africa/Cairo",
    after: "2026-04-22T22:00:00Z",
    due: ["2026-04-24 01:00 +3", "2026-04-25 00:00 +3"],
  },
  {
    format: "a missing midnight moves within its day",
    rule: "@daily",
    zone: "Asia/Beirut",
    after: "2026-03-28T00:00:00Z",
    due: ["2026-03-29 01:00 +3", "2026-03-30 00:00 +3"],
  },
  {
    format: "a missing day is not made up for",
    rule: "0 12 * * *",
    zone: "Pacific/Apia",
    after: "2011-12-29T12:00:00Z",
    due: ["2011-12-29 12:00 -10", "2011-12-31 12:00 +14"],
  },
  {
    format: "a missing day's midnight is not made up for",
    rule: "0 0 30 12 *",
    zone: "Pacific/Apia",
    after: "2011-06-01T00:00:00Z",
    due: ["2012-12-30 00:00 +14"],
  },
  {
    format: "a zone without changes has none",
    rule: "30 2 * * *",
    zone: "Asia/Shanghai",
    after: "2026-03-07T16:00:00Z",
    due: ["2026-03-08 02:30 +8", "2026-03-09 02:30 +8"],
  },
];

function wallTime(at: number, zone: string, like: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const wall = parts.format(at);
  const offset = (Date.parse(wall.replace(" ", "T") + "Z") - at) / 3_600_000;
  const withSeconds = /:\d\d:/.test(like);
  assert.ok(withSeconds || wall.endsWith(":00"));
  return `${withSeconds ? wall : wall.slice(0, -3)} ${offset < 0 ? "" : "+"}${offset}`;
}

const lists = "clock change: lists, counts and searches backwards the same due times around it";

Deno.test(lists, checkRows);

Deno.test({
  name: `${lists}, by zone files`,
  ignore: machineZones === null,
  async fn(t) {
    using _files = useZoneClocks((zone) => readZoneFile(Deno.readFileSync(`${machineZones}/${zone}`)));
    await checkRows(t);
  },
});

async function checkRows(t: Deno.TestContext): Promise<void> {
  for (const { format, rule, zone, after, due } of rows) {
    await t.step(`${rule} in ${zone}: ${format}`, () => {
      const rules = [parseCron(rule)];
      const start = Date.parse(after);
      const slots = upcomingSlots(rules, zone, start, due.length).map(({ at }) => at);
      assert.deepEqual(slots.map((at) => wallTime(at, zone, due[0] ?? "")), due);
      const span = { after: start, until: slots.at(-1) ?? start };
      assert.equal(countSlots(rules, zone, span), due.length);
      assert.deepEqual(newestSlots(rules, zone, { ...span, count: 100 }), slots);
    });
  }
}

Deno.test("clock change: a cursor inside the repeated hour stays monotonic", () => {
  const rules = [parseCron("30 1 * * *"), parseCron("*/30 * * * *")];
  const firstPass = Date.parse("2026-11-01T05:30:00Z");
  assert.equal(nextSlot([parseCron("30 1 * * *")], newYork, firstPass), Date.parse("2026-11-02T06:30:00Z"));
  assert.equal(nextSlot(rules, newYork, firstPass), Date.parse("2026-11-01T06:00:00Z"));
});

Deno.test("clock change: excludes fixed times when counting from inside the repeated hour", () => {
  const secondPass = Date.parse("2026-11-01T06:00:00Z");
  const span = { after: secondPass, until: secondPass + 3_600_000 };
  assert.equal(countSlots([parseCron("15,45 1 * * *")], newYork, span), 0);
  assert.equal(countSlots([parseCron("*/30 * * * *")], newYork, span), 2);
});

function warnings(sources: string[], zone: string, after: string, count: number) {
  return upcomingSlots(sources.map((source) => parseCron(source)), zone, Date.parse(after), count)
    .map(({ at, remark }) => [new Date(at).toISOString().slice(0, 16), remark]);
}

Deno.test("clock change: warns about a nonexistent time where it runs instead", () => {
  assert.deepEqual(warnings(["30 2 * * *"], newYork, "2026-03-07T12:00:00Z", 2), [
    ["2026-03-08T07:00", { code: "shifted_by_gap", wallTime: "02:30" }],
    ["2026-03-09T06:30", undefined],
  ]);
  assert.deepEqual(warnings(["5 15,45 2 * * *"], newYork, "2026-03-07T12:00:00Z", 1), [
    ["2026-03-08T07:00", { code: "shifted_by_gap", wallTime: "02:15:05" }],
  ]);
  assert.deepEqual(warnings(["@daily"], "Africa/Cairo", "2026-04-23T12:00:00Z", 1), [
    ["2026-04-23T22:00", { code: "shifted_by_gap", wallTime: "00:00" }],
  ]);
});

Deno.test("clock change: warns about a repeated time at each of its runs", () => {
  assert.deepEqual(warnings(["30 1 * * *"], newYork, "2026-11-01T00:00:00Z", 2), [
    ["2026-11-01T05:30", { code: "repeated_hour", wallTime: "01:30" }],
    ["2026-11-02T06:30", undefined],
  ]);
  assert.deepEqual(warnings(["*/30 * * * *"], newYork, "2026-11-01T04:30:00Z", 5), [
    ["2026-11-01T05:00", { code: "repeated_hour", wallTime: "01:00" }],
    ["2026-11-01T05:30", { code: "repeated_hour", wallTime: "01:30" }],
    ["2026-11-01T06:00", { code: "repeated_hour", wallTime: "01:00" }],
    ["2026-11-01T06:30", { code: "repeated_hour", wallTime: "01:30" }],
    ["2026-11-01T07:00", undefined],
  ]);
});

Deno.test("clock change: does not warn about intervals over a gap, times beside it or fixed periods", () => {
  for (const rule of ["*/15 * * * *", "@every 30m", "0 3 * * *", "59 1 * * *"]) {
    assert.ok(
      warnings([rule], newYork, "2026-03-08T06:00:00Z", 8).every(([, warning]) => warning === undefined),
    );
  }
  assert.ok(
    warnings(["@every 30m"], newYork, "2026-11-01T04:00:00Z", 8).every(([, warning]) =>
      warning === undefined
    ),
  );
});
