// Patches for changes of several tasks. They change rules, not the values of parameters, which stay with their rules.
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../contract/app_error.ts";
import type { BulkPatch, SpreadBody } from "../../contract/bulk_changes.ts";
import { parse } from "../../contract/parsed.ts";
import { bareSchedules, keepValues } from "../../contract/task_rules.ts";
import { taskPatch, type TaskScheduleChanges } from "../../contract/tasks.ts";
import type { PatchOf } from "./change_several.ts";
import { readTaskSchedules } from "./parameters/rule_values.ts";
import { spreadSchedules } from "./spread.ts";

/** Returns patches that set the same fields of each task. */
export function bulkPatchOf({ schedules, ...others }: BulkPatch): PatchOf {
  return (row) => {
    const withValues = schedules && { schedules: keepValues(schedules, readTaskSchedules(row)) };
    return parse(taskPatch, { ...others, ...withValues });
  };
}

/** Returns patches that move one task after the other, in the order of the calls. */
export function spreadPatchOf(to: Pick<SpreadBody, "from" | "everyMs">): PatchOf {
  let moved = 0;
  return (row) => {
    const before = readTaskSchedules(row);
    const schedules = spreadSchedules(bareSchedules(before), moved, to);
    moved++;
    return parse(taskPatch, { schedules: keepValues(schedules, before) });
  };
}

/** Returns patches that replace the stated schedules; for a task with others, it throws `stale_version`. */
export function reschedulePatchOf(changes: TaskScheduleChanges["changes"]): PatchOf {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return (row) => {
    const { before, after } = byId.get(row.id)!; // only these are asked for
    const current = readTaskSchedules(row);
    if (!isDeepStrictEqual(bareSchedules(current), before)) throw new AppError("stale_version");
    return parse(taskPatch, { schedules: keepValues(after, current) });
  };
}
