import assert from "node:assert/strict";
import type { ParameterValues } from "../../../contract/parameters.ts";
import { bareSchedules, keepValues } from "../../../contract/task_rules.ts";
import type { TaskSchedules } from "../../../contract/tasks.ts";
import { timetableOf } from "../../../engine/timetable.ts";
import { readTaskSchedules, scheduleColumns, valuesAt } from "./rule_values.ts";

const at = (text: string) => Date.parse(`${text}Z`);

// 2026-11-30 is a Monday.
const schedules: TaskSchedules = [
  { rule: "0 6 * * 1", parameters: { full: true, target: "monday" } },
  "0 6 * * *",
  { rule: "30 6 * * *", parameters: { full: false } },
  { rule: "0 6 30 * *", parameters: { target: "end" } },
  { rule: "@after 10m", parameters: { target: "after" } },
];

const times: [string, string[], ParameterValues][] = [
  ["of one rule", ["2026-12-01T06:30"], { full: false }],
  ["of a rule without values", ["2026-12-01T06:00"], {}],
  ["of rules that are due together, the last of which counts", ["2026-11-30T06:00"], {
    full: true,
    target: "end",
  }],
  ["of the rule beside it, which has none", ["2026-12-07T06:00"], { full: true, target: "monday" }],
  ["of all due times that have one run", ["2026-12-07T06:00", "2026-12-08T06:30"], {
    full: false,
    target: "monday",
  }],
  ["after the run before", ["2026-12-01T07:11:12"], { target: "after" }],
];

for (const [what, due, expected] of times) {
  Deno.test(`rule values: a run gets those ${what}`, () => {
    const timetable = timetableOf(bareSchedules(schedules), "UTC", 1)!;
    assert.deepEqual(valuesAt(scheduleColumns(schedules), due.map(at), timetable), expected);
  });
}

Deno.test("rule values: times are those of the zone", () => {
  const timetable = timetableOf(bareSchedules(schedules), "Asia/Shanghai", 1)!;
  const values = valuesAt(scheduleColumns(schedules), [at("2026-11-29T22:30")], timetable);
  assert.deepEqual(values, { full: false });
});

Deno.test("rule values: schedules are read as they were stored", () => {
  for (const one of [schedules, "boot" as const, ["@daily"]]) {
    assert.deepEqual(readTaskSchedules(scheduleColumns(one)), one);
  }
});

Deno.test("rule values: what knows only rules keeps their values", () => {
  const [first, , third] = schedules as Exclude<TaskSchedules, string>;
  const before = [first!, third!];
  assert.deepEqual(keepValues(["30 6 * * *", "0 6 * * 1"], before), [third, first]);
  assert.deepEqual(keepValues(["0 7 * * 1", "30 6 * * *"], before), [
    { rule: "0 7 * * 1", parameters: { full: true, target: "monday" } },
    third,
  ]);
  assert.deepEqual(keepValues(["0 6 * * 1", "30 6 * * *", "@daily"], before), [first, third, "@daily"]);
  assert.deepEqual(keepValues("manual", before), "manual");
  const given = { rule: "0 6 * * 1", parameters: { full: false } };
  assert.deepEqual(keepValues([given], before), [given]);
});
