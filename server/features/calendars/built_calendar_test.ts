import assert from "node:assert/strict";
import fc from "fast-check";
import { dateOf, dayNumberOf, startOfYear, weekdayOf, yearOf } from "../../contract/day_numbers.ts";
import { BuiltCalendar, type CalendarParts, type NamedDay } from "./built_calendar.ts";

const day = dayNumberOf;
const build = (parts: Partial<CalendarParts> = {}) =>
  new BuiltCalendar({
    ...{ id: 1, name: "Office", zone: "Asia/Shanghai", weekendDays: [6, 7], sources: [], ownDays: [] },
    language: () => "en",
    ...parts,
  });
const off = (date: string, name: NamedDay["name"] = null): NamedDay => ({
  day: day(date),
  kind: "off",
  name,
});
const working = (date: string, name: NamedDay["name"] = null): NamedDay => ({
  ...{ day: day(date), kind: "working", name },
});

Deno.test("calendar: days are counted from 1970 and have the weekday of the calendar", () => {
  assert.equal(day("1970-01-01"), 0);
  assert.equal(dateOf(day("2026-11-29")), "2026-11-29");
  assert.deepEqual(["2026-11-29", "2026-11-30", "1969-12-31"].map((one) => weekdayOf(day(one))), [7, 1, 3]);
  fc.assert(fc.property(fc.integer({ min: -30_000, max: 90_000 }), (one) => {
    assert.equal(weekdayOf(one), new Date(one * 86_400_000).getUTCDay() || 7);
    assert.equal(day(dateOf(one)), one);
    assert.ok(startOfYear(yearOf(one)) <= one && one < startOfYear(yearOf(one) + 1));
  }));
});

Deno.test("calendar: without data, the weekend is off and everything is known", () => {
  const calendar = build({ weekendDays: [5, 6] });
  assert.deepEqual(calendar.dayOf(day("2026-11-27")), { kind: "off", isKnown: true, name: null });
  assert.deepEqual(calendar.dayOf(day("2026-11-29")), { kind: "working", isKnown: true, name: null });
  assert.equal(build({ weekendDays: [] }).dayOf(day("2026-11-28")).kind, "working");
});

Deno.test("calendar: of several sources a later one counts, and own days count before all", () => {
  const source = (...days: NamedDay[]) => ({ knownFrom: null, knownUntil: null, days });
  const calendar = build({
    sources: [
      source(off("2026-10-01", "National Day"), working("2026-10-10", "Make-up day")),
      source(working("2026-10-01", "Open day"), off("2026-12-31")),
    ],
    ownDays: [off("2026-10-10", "Company outing")],
  });
  assert.deepEqual(calendar.dayOf(day("2026-10-01")), { kind: "working", isKnown: true, name: "Open day" });
  assert.deepEqual(calendar.dayOf(day("2026-10-10")), { kind: "off", isKnown: true, name: "Company outing" });
  assert.deepEqual(calendar.dayOf(day("2026-12-31")), { kind: "off", isKnown: true, name: null });
  assert.equal(calendar.dayOf(day("2026-10-02")).kind, "working");
});

Deno.test("calendar: outside of what all sources cover, only the weekday counts and nothing is known", () => {
  const calendar = build({
    sources: [
      { knownFrom: day("2023-01-01"), knownUntil: day("2026-12-31"), days: [off("2026-12-25")] },
      {
        knownFrom: day("2020-01-01"),
        knownUntil: day("2029-12-31"),
        days: [off("2028-05-01", "Labour Day")],
      },
      { knownFrom: null, knownUntil: null, days: [] },
    ],
    ownDays: [off("2027-01-04", "Inventory")],
  });
  assert.deepEqual([calendar.knownFrom, calendar.knownUntil].map((one) => dateOf(one!)), [
    "2023-01-01",
    "2026-12-31",
  ]);
  const kindOf = (date: string) => {
    const { kind, isKnown } = calendar.dayOf(day(date));
    return `${kind} ${isKnown}`;
  };
  assert.equal(kindOf("2026-12-31"), "working true");
  assert.equal(kindOf("2027-01-01"), "working false");
  assert.equal(kindOf("2027-01-02"), "off false");
  assert.equal(kindOf("2022-12-30"), "working false");
  assert.equal(kindOf("2028-05-01"), "off false");
  assert.equal(kindOf("2027-01-04"), "off true");
});

Deno.test("calendar: names are in the language that is asked for", () => {
  const name = { en: "German Unity Day", zh: "德国统一日", local: "Tag der Deutschen Einheit" };
  let language: "en" | "zh" = "en";
  const calendar = build({
    ownDays: [off("2026-10-03", name), off("2026-10-05", "Plain")],
    language: () => language,
  });
  assert.equal(calendar.dayOf(day("2026-10-03")).name, "German Unity Day");
  language = "zh";
  assert.equal(calendar.dayOf(day("2026-10-03")).name, "德国统一日");
  assert.equal(calendar.describe(day("2026-10-03"), "en").localName, "Tag der Deutschen Einheit");
  assert.deepEqual([calendar.describe(day("2026-10-05"), "zh")].map((one) => [one.name, one.localName]), [
    ["Plain", null],
  ]);
});

Deno.test("calendar: its revision changes with what it says, and only then", () => {
  const plain = build();
  assert.equal(build({ id: 2 }).revision, plain.revision);
  const others: Partial<CalendarParts>[] = [
    { name: "Other" },
    { zone: "UTC" },
    { weekendDays: [7] },
    { ownDays: [off("2026-10-01")] },
    { ownDays: [working("2026-10-01")] },
    { ownDays: [off("2026-10-01", "Name")] },
    { sources: [{ knownFrom: null, knownUntil: day("2026-12-31"), days: [] }] },
    { sources: [{ knownFrom: null, knownUntil: day("2027-12-31"), days: [] }] },
  ];
  const revisions = [plain, ...others.map(build)].map(({ revision }) => revision);
  assert.equal(new Set(revisions).size, revisions.length);
  assert.equal(build({ weekendDays: [7, 6] }).revision, plain.revision);
});
