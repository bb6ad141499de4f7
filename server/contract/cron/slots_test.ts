import assert from "node:assert/strict";
import { Cron } from "croner";
import fc from "fast-check";
import { type CronRule, parseCron } from "./expression.ts";
import { countSlots, newestSlots, nextSlot, shortestGapMs, slotsIn } from "./slots.ts";
import { clockChanges } from "./zone.ts";
import { isDay, valuesOf } from "../../../tests/support/read_cron_fields.ts";

const HOUR = 3_600_000;
const zones = [
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Asia/Shanghai",
  "America/Sao_Paulo",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "UTC",
];

function field(min: number, max: number): fc.Arbitrary<string> {
  const value = fc.integer({ min, max });
  const step = fc.integer({ min: 1, max: max - min });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const item = fc.oneof(
    { weight: 3, arbitrary: value.map(String) },
    range,
    step.map((by) => `*/${by}`),
    fc.tuple(range, step).map(([of, by]) => `${of}/${by}`),
    fc.tuple(value, step).map(([from, by]) => `${from}/${by}`),
  );
  return fc.oneof(
    fc.constant("*"),
    item,
    fc.array(item, { minLength: 1, maxLength: 3 }).map((all) => all.join()),
  );
}

const day = fc.oneof(
  fc.constant("*"),
  fc.constant("*"),
  field(1, 31),
  fc.constantFrom("L", "LW", "15W", "L,3", "1W,31W"),
);
const week = fc.oneof(
  fc.constant("*"),
  fc.constant("*"),
  field(0, 6),
  fc.constantFrom("5L", "MON#1", "6-7#2", "+1-5"),
);
const expression = fc.tuple(
  field(0, 59),
  field(0, 59),
  field(0, 23),
  day,
  fc.oneof(fc.constant("*"), field(1, 12)),
  week,
)
  .map((fields) => fields.join(" "));
// Times at which the zones above change their clocks.
const night = fc.tuple(fc.constantFrom("0", "0,20", "*/20", "30"), field(0, 59), field(0, 4)).map((
  [s, m, h],
) => `${s} ${m} ${h} * * *`);
const every = fc.oneof(fc.constantFrom("30s", "7m", "25m", "1h", "1h30m", "13h", "7d")).map((period) =>
  `@every ${period}`
);
const rule = fc.oneof({ weight: 3, arbitrary: expression }, { weight: 3, arbitrary: night }, every).map(
  readOrNull,
)
  .filter((read) => read !== null);
const rules = fc.array(rule, { minLength: 1, maxLength: 3 });

const fromChange = fc.oneof(
  fc.integer({ min: -30 * HOUR, max: 3 * HOUR }),
  fc.integer({ min: -60, max: 60 }).map((minutes) => minutes * 60_000),
  fc.constantFrom(-24 * HOUR, -1000, 0, 24 * HOUR),
);

const scene = fc.constantFrom(...zones).chain((zone) => {
  const changes = clockChanges(zone, Date.UTC(2005, 0, 1) / 1000, Date.UTC(2030, 0, 1) / 1000);
  const near = changes.map(({ at }) => at * 1000);
  return fc.record({
    zone: fc.constant(zone),
    after: fc.tuple(fc.constantFrom(...near, Date.UTC(2024, 1, 28)), fromChange).map(sum),
    length: fc.oneof(
      fc.integer({ min: 0, max: 4 * HOUR }),
      fc.integer({ min: 0, max: 80 * HOUR }),
      fc.constant(3000 * HOUR),
    ),
  });
});

function sum([a, b]: [number, number]): number {
  return a + b;
}

function readOrNull(source: string): CronRule | null {
  try {
    return parseCron(source);
  } catch {
    return null;
  }
}

/** Lists the due times of a span one by one; the span is shortened when it contains very many. */
function walk(
  of: readonly CronRule[],
  zone: string,
  after: number,
  until: number,
): { slots: number[]; until: number } {
  const slots: number[] = [];
  for (let at = nextSlot(of, zone, after); at !== null && at <= until; at = nextSlot(of, zone, at)) {
    if (slots.push(at) === 200) return { slots, until: at };
  }
  return { slots, until };
}

Deno.test("slots: counting and listing agree with iterating, also across clock changes", () => {
  fc.assert(
    fc.property(rules, scene, (of, { zone, after, length }) => {
      const { slots, until } = walk(of, zone, after, after + length);
      assert.equal(countSlots(of, zone, { after, until }), slots.length);
      assert.deepEqual(slotsIn(of, zone, { after, until }), slots);
    }),
    { numRuns: 80 },
  );
});

Deno.test("slots: the next due times are those of croner, also across clock changes", () => {
  const cron = rule.filter((read) => read.kind === "cron");
  fc.assert(
    fc.property(cron, scene, (of, { zone, after }) => {
      const options = { mode: "6-part", sloppyRanges: true, fixedTimeRule: "no-wildcard" } as const;
      const croner = new Cron(of.expression, { ...options, timezone: zone, paused: true });
      for (let at: number | null = after, turn = 0; at !== null && turn < 5; turn++) {
        const expected: number | null = croner.nextRun(new Date(at))?.getTime() ?? null;
        assert.equal(nextSlot([of], zone, at), expected);
        at = expected;
      }
    }),
    { numRuns: 150 },
  );
});

Deno.test("slots: the newest due times are the last ones of the iteration", () => {
  fc.assert(
    fc.property(rules, scene, fc.integer({ min: 0, max: 8 }), (of, { zone, after, length }, count) => {
      const { slots, until } = walk(of, zone, after, after + length);
      const expected = count === 0 ? [] : slots.slice(-count);
      assert.deepEqual(newestSlots(of, zone, { after, until, count }), expected);
    }),
    { numRuns: 40 },
  );
});

Deno.test("slots: an interval rule is due exactly when local time shows its times", () => {
  const interval = fc.tuple(field(0, 59), field(0, 59), day, week).map(([s, m, d, w]) =>
    readOrNull(`${s} ${m} * ${d} * ${w}`)
  )
    .filter((read) => read !== null);
  fc.assert(
    fc.property(interval, scene, (of, { zone, after }) => {
      const start = Math.floor(after / 1000) * 1000, until = start + 3 * HOUR;
      const { slots, until: end } = walk([of], zone, start, until);
      assert.deepEqual(slots, scanWallClock(of, zone, start, end));
    }),
    { numRuns: 40 },
  );
});

/** Checks the zone's local time every second; reads the fields by separate rules, without the code under test. */
function scanWallClock(of: CronRule, zone: string, after: number, until: number): number[] {
  const [seconds, minutes, , days, , weekdays] = of.kind === "cron" ? of.expression.split(" ") : [];
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const due: number[] = [];
  const minuteSet = valuesOf(minutes ?? "", 0, 59), secondSet = valuesOf(seconds ?? "", 0, 59);
  for (let at = after + 1000; at <= until; at += 1000) {
    const [d, m, y, , minute, second] = clock.format(at).split(/[/,: ]+/).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (minuteSet.has(minute) && secondSet.has(second) && isDay(days ?? "", weekdays ?? "", y, m, d)) {
      due.push(at);
    }
  }
  return due;
}

Deno.test("slots: both day fields have to match where one begins with an asterisk, as in cron", () => {
  const days = (source: string) => {
    const from = Date.UTC(2027, 0, 1) - 1; // a Friday
    return newestSlots([parseCron(source)], "UTC", { after: from, until: from + 31 * 24 * HOUR, count: 31 })
      .map((at) => new Date(at).getUTCDate());
  };
  assert.deepEqual(days("0 0 1-7 * */7"), [3]);
  assert.deepEqual(days("0 0 */2 * 1"), [11, 25]);
  assert.deepEqual(days("0 0 ?/2 * 1"), [11, 25]);
  assert.deepEqual(days("0 0 1-31/10 * 1"), [1, 4, 11, 18, 21, 25, 31]);
  assert.deepEqual(days("0 0 11 * +1"), [11]);
  assert.deepEqual(days("0 0 15 * *,1"), [15]);
  assert.equal(days("0 0 15 * 1,*").length, 31);
  assert.equal(days("0 0 15 * 0-7").length, 31);
});

Deno.test("slots: merges two rules that are due at the same time", () => {
  const both = [parseCron("0 * * * *"), parseCron("*/30 * * * *"), parseCron("@every 1h")];
  const after = Date.UTC(2026, 0, 1), until = after + 2 * HOUR;
  assert.equal(countSlots(both, "UTC", { after, until }), 4);
  assert.deepEqual(walk(both, "UTC", after, until).slots, [1, 2, 3, 4].map((n) => after + n * HOUR / 2));
});

Deno.test("slots: the next one is strictly later, on a whole second", () => {
  const secondly = [parseCron("@secondly")];
  assert.equal(nextSlot(secondly, "UTC", 1_000_000), 1_001_000);
  assert.equal(nextSlot(secondly, "UTC", 1_000_999), 1_001_000);
  assert.equal(nextSlot([parseCron("@every 5m")], "Asia/Kathmandu", 299_999), 300_000);
  assert.equal(nextSlot([parseCron("@every 5m")], "Asia/Kathmandu", 300_000), 600_000);
  assert.equal(nextSlot([], "UTC", 0), null);
});

Deno.test("slots: counts millions and finds the newest", () => {
  const secondly = [parseCron("* * * * * *")];
  const after = Date.UTC(2020, 0, 1), until = Date.UTC(2025, 0, 1);
  assert.equal(countSlots(secondly, "Europe/Berlin", { after, until }), (until - after) / 1000);
  assert.deepEqual(newestSlots(secondly, "Europe/Berlin", { after, until, count: 3 }), [
    until - 2000,
    until - 1000,
    until,
  ]);
});

Deno.test("slots: finds the newest of a crowded day long ago", () => {
  const span = { after: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 11, 31), count: 2 };
  const end = Date.UTC(2026, 0, 2);
  assert.deepEqual(newestSlots([parseCron("* * * 1 1 *")], "UTC", span), [end - 2000, end - 1000]);
});

Deno.test("slots: an empty or reversed span contains none", () => {
  const minutely = [parseCron("* * * * *")];
  assert.equal(countSlots(minutely, "UTC", { after: 60_000, until: 60_000 }), 0);
  assert.equal(countSlots(minutely, "UTC", { after: 180_000, until: 60_000 }), 0);
  assert.deepEqual(newestSlots(minutely, "UTC", { after: 180_000, until: 60_000, count: 5 }), []);
});

Deno.test("slots: counts only the last hundred years of a longer span", () => {
  const yearly = [parseCron("@yearly")];
  assert.equal(countSlots(yearly, "UTC", { after: Date.UTC(1000, 0, 1), until: Date.UTC(2026, 5, 1) }), 100);
});

Deno.test("slots: the shortest gap considers the next ten", () => {
  const from = Date.UTC(2026, 0, 1);
  const gap = (...sources: string[]) =>
    shortestGapMs(sources.map((source) => parseCron(source)), "UTC", from);
  assert.equal(gap("*/5 * * * * *"), 5000);
  assert.equal(gap("0,1 3 * * *"), 60_000);
  assert.equal(gap("@hourly", "@every 25m"), 300_000);
  assert.equal(gap("0 9 * * *"), 24 * HOUR);
  assert.equal(shortestGapMs([], "UTC", from), Infinity);
});
