import assert from "node:assert/strict";
import type { TaskPatch } from "../../contract/tasks.ts";
import { taskIssues } from "./task_rules.ts";
import { noCalendars } from "./task_timetable.ts";

const present = { now: Date.parse("2026-03-04T12:00:00Z"), zone: "UTC", findCalendar: noCalendars };
const task = {
  ...{ id: 1, schedules_json: '["* * * * * *"]', time_zone: null, calendar_id: null },
  on_day_off: "run" as const,
};

function output(patch: TaskPatch): string {
  return taskIssues(patch, task, present).map(({ path, code }) => `${path} ${code}`).join(", ");
}

const hooks: [string, boolean][] = [
  ["export A=1", true],
  ["echo multitask x", true],
  ["./tasks/task.sh x", true],
  ["echo task done", true],
  ['echo "start task 1"', true],
  ["echo 'a; task b'", true],
  ["echo a \\; task", true],
  ["notify --title task", true],
  ["echo x # then; task a.js", true],
  ["cat <<END\ntask a.js\nEND\necho x", true],
  ["cat <<-'END' > out\n\ttask a.js\n\tEND\necho x", true],
  ["echo $((task + 1))", true],
  ["case $x in\ntask) echo x ;;\nesac", true],
  ["for task in a b; do echo $task; done", true],
  ["task() { echo x; }", true],
  ["echo x > task", true],
  ["task=1 echo x", true],
  ['echo "${task:-none}"', true],
  ["mytask a.js", true],
  ["task-list a", true],
  ["taskset -c 1 ls", true],
  ["task a.js", false],
  ["  task\ta.js", false],
  ["true && task a.js", false],
  ["true;task a.js", false],
  ["true|task a.js", false],
  ["(task a.js)", false],
  ["`task a.js`", false],
  ["echo\ntask a.js", false],
  ["task", false],
  ["/usr/bin/task x.js", false],
  ["./task x", false],
  ["'task' a.js", false],
  ["t\\ask a.js", false],
  ["A=1 B='x y' task a.js", false],
  ["if true; then task a.js; fi", false],
  ["while ! task a.js; do sleep 1; done", false],
  ["{ task a.js; }", false],
  ['echo "$(task a.js)"', false],
  ['echo "`task a.js`"', false],
  ["x=${y:-$(task a.js)}", false],
  ["cat <(task a.js)", false],
  ["2>&1 task a.js", false],
  ["> log task a.js", false],
  ["exec task a.js", false],
  ["env -i A=1 task a.js", false],
  ["cat <<END\nx\nEND\ntask a.js", false],
  ["true \\\n&& task a.js", false],
  ["echo x\r\ntask a.js", false],
];
for (const [command, fine] of hooks) {
  Deno.test(`task rules: ${JSON.stringify(command)} is ${fine ? "accepted" : "rejected"} as a before and after command`, () => {
    for (const field of ["before", "after"]) {
      assert.equal(output({ [field]: command }), fine ? "" : `${field} contains_task_command`);
    }
  });
}

const folders: [string, string][] = [
  ["a", ""],
  ["a/b.c/很 好", ""],
  ["", ""],
  ["  ", ""],
  ["_x", ""],
  ["/dev/null", ""],
  ["/dev/null/x", "logFolder outside_root"],
  ["a".repeat(100), ""],
  ["..", "logFolder outside_root"],
  [".", "logFolder outside_root"],
  ["a/..", "logFolder outside_root"],
  ["/a", "logFolder outside_root"],
  ["a/./b", "logFolder outside_root"],
  ["a//b", "logFolder invalid_character"],
  ["a/", "logFolder invalid_character"],
  [".a", "logFolder invalid_character"],
  ["-a", "logFolder invalid_character"],
  ["a\\b", "logFolder invalid_character"],
  ["a\nb", "logFolder invalid_character"],
  ["a\u202eb", "logFolder invalid_character"],
  ["很".repeat(86), "logFolder too_long"],
];
for (const [logFolder, expected] of folders) {
  Deno.test(`task rules: log folder ${JSON.stringify(logFolder.slice(0, 20))}: ${expected || "accepted"}`, () => {
    assert.equal(output({ logFolder }), expected);
  });
}

Deno.test("task rules: reports all issues at once, each with its path", () => {
  const patch = {
    name: " ",
    command: "",
    schedules: ["x", "@daily", "0 0 31 4 *"],
    timeZone: "",
    labels: ["a", " "],
    before: "task x",
  };
  assert.equal(
    output(patch),
    "name required, command required, schedules.0 incorrect_cron, schedules.2 cron_never_fires, timeZone unknown_time_zone, before contains_task_command, labels.1 required",
  );
  assert.equal(
    output({ schedules: "manual", timeZone: null, before: null, after: null, logFolder: null }),
    "",
  );
});

Deno.test("task rules: a rule that is never due again is rejected", () => {
  assert.equal(output({ schedules: ["@once 2026-03-04 11:00"] }), "schedules.0 time_passed");
  assert.equal(output({ schedules: ["@once 2026-03-04 13:00"] }), "");
  assert.equal(
    output({ schedules: ["0 0 * * *", "@once 2026-03-04 13:00"], timeZone: "Asia/Tokyo" }),
    "schedules.1 time_passed",
  );
  assert.equal(output({ schedules: ["0 0 3 1 1 * 2026"] }), "schedules.0 time_passed");
  assert.equal(output({ validUntil: "2026-03-04T11:00:00Z" }), "validUntil time_passed");
  assert.equal(
    output({ validFrom: "2026-04-01T00:00:00Z", validUntil: "2026-04-01T00:00:00Z" }),
    "validUntil ends_before_start",
  );
});

Deno.test("task rules: what moves has a calendar, and is due once a minute at most", () => {
  assert.equal(output({ calendarId: 7 }), "calendarId unknown_calendar");
  assert.equal(output({ onDayOff: "next" }), "onDayOff too_frequent_to_move");
  assert.equal(output({ onDayOff: "next", schedules: ["* * * * *"] }), "");
  assert.equal(output({ onDayOff: "skip" }), "");
});
