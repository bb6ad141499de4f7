import assert from "node:assert/strict";
import type { RunState } from "../../contract/runs.ts";
import { taskStatus } from "./task_rows.ts";

const statuses: [boolean, RunState[], string][] = [
  [true, [], "idle"],
  [false, [], "disabled"],
  [true, ["queued"], "queued"],
  [false, ["queued"], "queued"],
  [true, ["queued", "starting"], "running"],
  [true, ["running", "queued"], "running"],
  [false, ["running"], "running"],
  [true, ["succeeded", "skipped"], "idle"],
  [false, ["failed"], "disabled"],
];
for (const [enabled, runs, expected] of statuses) {
  Deno.test(`tasks: one that is ${enabled ? "enabled" : "disabled"} with ${runs.join(", ") || "no run"} has the status ${expected}`, () => {
    assert.equal(taskStatus(enabled, runs), expected);
  });
}
