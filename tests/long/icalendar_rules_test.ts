// Rules of iCalendar files, against those of python3-dateutil.
import assert from "node:assert/strict";
import { dateOf } from "../../server/contract/day_numbers.ts";
import { readWholeDays } from "../../server/features/icalendar/whole_days.ts";
import { hasPython, runPython } from "../support/python_reference.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { byLength } from "../support/suite_length.ts";

const COUNT = byLength(200, 3_000);
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

interface Rule {
  start: string;
  rule: string;
}

// Rules whose start is none of their days are left out: RFC 5545 says that their result is undefined.
const reference = `
import datetime, json, sys
from dateutil.rrule import rrulestr
results = []
for one in json.load(sys.stdin):
    start = datetime.datetime.strptime(one["start"], "%Y%m%d")
    rule = rrulestr(one["rule"], dtstart=start)
    if next(iter(rule), None) != start:
        results.append(None)
        continue
    days = rule.between(datetime.datetime(2022, 12, 31), datetime.datetime(2032, 1, 1))
    results.append([day.strftime("%Y-%m-%d") for day in days])
json.dump(results, sys.stdout)
`;

Deno.test({
  name: `iCalendar: ${COUNT} random rules have the days that python3-dateutil gives them`,
  ignore: !await hasPython("dateutil", "python3-dateutil"),
  async fn() {
    const rules = randomRules(COUNT);
    const results = JSON.parse(
      await runPython(reference, JSON.stringify(rules)),
    ) as (string[] | null)[];
    let compared = 0;
    for (const [index, one] of rules.entries()) {
      const expected = results[index];
      if (!expected) continue;
      compared++;
      assert.deepEqual(daysOf(one), expected, `${one.start} ${one.rule}`);
    }
    assert.ok(compared > COUNT / 4, `${compared} were compared`);
  },
});

function daysOf({ start, rule }: Rule): string[] {
  const lines = [
    // Without a second event, a rule without days in these years would be a file without days.
    ...["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:0", "DTSTART;VALUE=DATE:19990101", "END:VEVENT"],
    ...[
      "BEGIN:VEVENT",
      "UID:1",
      `DTSTART;VALUE=DATE:${start}`,
      `RRULE:${rule}`,
      "END:VEVENT",
      "END:VCALENDAR",
    ],
  ];
  return readWholeDays(lines.join("\r\n"), { firstYear: 2023, lastYear: 2031 }).events
    .map(([day]) => dateOf(day));
}

function randomRules(count: number): Rule[] {
  const random = seededRandom(20_261_129);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const some = (limit: number) =>
    [...new Set(Array.from({ length: 1 + below(limit) }, () => one(weekdays)))].join();
  const month = () => 1 + below(12);
  const parts: Record<string, (() => string)[]> = {
    DAILY: [() => "", () => `;BYDAY=${some(3)}`, () => `;BYMONTH=${month()}`],
    WEEKLY: [() => "", () => `;BYDAY=${some(3)}`],
    MONTHLY: [
      () => "",
      () => `;BYDAY=${one(["1", "2", "3", "-1", "-2", ""])}${one(weekdays)}`,
      () => `;BYMONTHDAY=${one([1, 13, 29, 30, 31, -1, -3])}`,
      () => `;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${one([1, 2, -1])}`,
    ],
    YEARLY: [
      () => "",
      () => `;BYMONTH=${month()};BYDAY=${one(["1", "2", "4", "-1"])}${one(weekdays)}`,
      () => `;BYMONTH=${month()};BYMONTHDAY=${one([1, 15, 28, 29, 30])}`,
      () => `;BYMONTH=${month()},${month()}`,
      () => `;BYYEARDAY=${one([1, 100, 200, -1])}`,
    ],
  };
  return Array.from({ length: count }, () => {
    const start = new Date(Date.UTC(2021 + below(6), below(12), 1 + below(31))).toISOString().slice(0, 10);
    const frequency = one(Object.keys(parts));
    const end = one([
      "",
      `;COUNT=${1 + below(30)}`,
      `;UNTIL=${2026 + below(5)}${String(month()).padStart(2, "0")}15`,
    ]);
    const interval = one(["", `;INTERVAL=${1 + below(4)}`]);
    const rule = `FREQ=${frequency}${interval}${one(parts[frequency]!)()}${end}`;
    return { start: start.replaceAll("-", ""), rule };
  });
}
