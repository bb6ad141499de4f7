// A task as the source of runs: what the engine needs to know of a row to enqueue them.
import { type Missed, missed, type Overlap, overlap, type Retry } from "../../contract/tasks.ts";
import type { Source } from "../../engine/source.ts";
import type { SourceKey } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { beginFlow } from "./flow/begin_flow.ts";
import { listItems } from "./for_each/list_items.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { valuesAt } from "./parameters/rule_values.ts";
import { scheduledRequest } from "./run_request.ts";

export function taskKey(id: number): SourceKey {
  return { column: "task_id", id };
}

export function taskSource(
  task: Pick<
    TaskRow,
    | "id"
    | "name"
    | "serial_group"
    | "overlap_json"
    | "placement_pool"
    | "placement_mode"
    | "parameters_json"
    | "rule_values_json"
    | "schedules_json"
    | "requires_approval"
    | "approval_lapse_ms"
    | "upstream_json"
    | "for_each_json"
  >,
): Source {
  return {
    ...taskKey(task.id),
    kind: "task",
    name: task.name,
    serialGroup: task.serial_group,
    overlap: readOverlap(task),
    placement: { pool: task.placement_pool, mode: task.placement_mode },
    ...task.parameters_json !== "[]" && {
      requestOf: (times, timetable) =>
        scheduledRequest(task, timetable ? valuesAt(task, times, timetable) : {}),
    },
    ...task.requires_approval === 1 && { approvalLapseMs: task.approval_lapse_ms },
    ...task.for_each_json !== null && { itemsOf: (tx, request) => listItems(tx, task, request) },
    beginFlow: (tx, runId, now) =>
      beginFlow(tx, { taskId: task.id, runId, now, isList: task.for_each_json !== null }),
  };
}

/** Reads the overlap rule of a row; falls back to one run at a time when it cannot be parsed. */
export function readOverlap({ overlap_json }: Pick<TaskRow, "overlap_json">): Overlap {
  return overlap.safeParse(storedJson<object>(overlap_json, {})).data ?? { policy: "skip" };
}

export const noRetry: Retry = { times: 0, delayMs: 60_000, backoff: "fixed", onLost: false };

/** Reads the retry rule of a row; falls back to no retries when it cannot be parsed. */
export function readRetry({ retry_json }: Pick<TaskRow, "retry_json">): Retry {
  // Rows of earlier versions lack newer parts of the rule.
  return { ...noRetry, ...storedJson<Partial<Retry>>(retry_json, noRetry) };
}

/** Reads the missed policy of a row; null when the default applies, or when it cannot be parsed. */
export function readMissed({ missed_json }: Pick<TaskRow, "missed_json">): Missed | null {
  return missed_json === null ? null : missed.safeParse(storedJson<unknown>(missed_json, {})).data ?? null;
}
