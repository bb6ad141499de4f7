import assert from "node:assert/strict";
import type { TaskPatch } from "../../contract/tasks.ts";
import { taskIssues } from "./task_rules.ts";

function output(patch: TaskPatch): string {
  return taskIssues(patch, 1).map(({ path, code }) => `${path} ${code}`).join(", ");
}

const hooks: [string, boolean][] = [
  ["export A=1", true],
  ["echo multitask x", true],
  ["./task x", true],
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
