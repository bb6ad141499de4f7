import assert from "node:assert/strict";
import { monthsOf, totalsOf, type YearDay } from "./year_months.ts";

function year(named: Record<string, Partial<YearDay>> = {}): YearDay[] {
  return Array.from({ length: 365 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
    return { date, kind: "working", known: true, name: null, localName: null, ...named[date] };
  });
}

Deno.test("year preview: every day is in the row and the column of its week", () => {
  for (const firstWeekday of [1, 7]) {
    const months = monthsOf(year(), firstWeekday);
    assert.equal(months.length, 12);
    for (const { weeks } of months) {
      for (const week of weeks) {
        assert.equal(week.length, 7);
        for (const [column, day] of week.entries()) {
          const weekday = day && (new Date(`${day.date}T00:00:00Z`).getUTCDay() || 7);
          if (weekday !== null) assert.equal(weekday, (firstWeekday - 1 + column) % 7 + 1);
        }
      }
    }
    assert.equal(months.flatMap(({ weeks }) => weeks.flat()).filter((day) => day !== null).length, 365);
  }
});

Deno.test("year preview: consecutive days of one name and kind are one span", () => {
  const off = { kind: "off", name: "National Day" } as const;
  const days = year({
    "2026-10-01": off,
    "2026-10-02": off,
    "2026-10-04": off,
    "2026-10-05": { kind: "working", name: "National Day" },
  });
  const october = monthsOf(days, 1)[9];
  assert.deepEqual(october?.named.map(({ from, to, kind }) => [from.slice(8), to.slice(8), kind]), [
    ["01", "02", "off"],
    ["04", "04", "off"],
    ["05", "05", "working"],
  ]);
});

Deno.test("year preview: counts working days, days off and what is not known", () => {
  const days = year({ "2026-12-25": { kind: "off" }, "2026-12-31": { known: false } });
  assert.deepEqual(totalsOf(days), { working: 364, off: 1, unknown: 1 });
});
