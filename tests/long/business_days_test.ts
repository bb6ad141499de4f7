// Due times on days off, against the business days of numpy.
import assert from "node:assert/strict";
import { parseCron } from "../../server/contract/cron/expression.ts";
import { occurrenceOf } from "../../server/engine/occurrences.ts";
import { hasPython, runPython } from "../support/python_reference.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { byLength } from "../support/suite_length.ts";
import { testCalendar } from "../support/test_calendar.ts";

const DAY_MS = 86_400_000;
const COUNT = byLength(300, 5_000);
/** The conventions by their names there. */
const rolls = { next: "following", previous: "preceding", next_same_month: "modifiedfollowing" } as const;

const reference = `
import json, sys
import numpy
given = json.load(sys.stdin)
calendar = numpy.busdaycalendar(weekmask="1111100", holidays=given["holidays"])
results = [
    str(numpy.busday_offset(date, 0, roll=roll, busdaycal=calendar)) for date, roll in given["questions"]
]
json.dump(results, sys.stdout)
`;

Deno.test({
  name: `business days: ${COUNT} random days move as numpy moves them`,
  ignore: !await hasPython("numpy", "python3-numpy"),
  async fn() {
    const random = seededRandom(16);
    const first = Date.UTC(2020, 0, 1) / DAY_MS;
    const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
    const holidays = Array.from({ length: 400 }, () => dateOf(first + Math.floor(random() * 3_650)));
    // Runs of days off that are longer than a weekend.
    for (let start = first; start < first + 3_650; start += 97) {
      for (let day = start; day < start + 9; day++) holidays.push(dateOf(day));
    }
    const days = testCalendar({ off: holidays });
    const questions = Array.from({ length: COUNT }, (): [string, keyof typeof rolls] => [
      dateOf(first + Math.floor(random() * 3_600)),
      (["next", "previous", "next_same_month"] as const)[Math.floor(random() * 3)]!,
    ]);
    const given = { holidays, questions: questions.map(([date, policy]) => [date, rolls[policy]]) };
    const expected = JSON.parse(await runPython(reference, JSON.stringify(given))) as string[];
    for (const [index, [date, onDayOff]] of questions.entries()) {
      const timetable = { rules: [parseCron("0 0 29 2 *")], zone: "UTC", calendar: { days, onDayOff } };
      const { at } = occurrenceOf(timetable, Date.parse(`${date}T10:00:00Z`));
      assert.equal(new Date(at).toISOString(), `${expected[index]}T10:00:00.000Z`, `${date} ${onDayOff}`);
    }
  },
});
