// The form that changes several tasks: that of one task, and which of its fields to set.

import type { BulkPatch, BulkResult } from "../../../../server/contract/bulk_changes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { emptyValues, inputOf, type TaskValues, valuesOf } from "../form/task_values.ts";

export const bulkFields = [
  "schedules",
  "timeZone",
  "overlap",
  "missed",
  "retry",
  "timeLimitMs",
  "randomDelayMs",
  "requiresApproval",
  "notify",
] as const satisfies readonly (keyof BulkPatch)[];
export type BulkField = (typeof bulkFields)[number];

export interface BulkValues extends TaskValues {
  chosen: Record<BulkField, boolean>;
}

/** Returns the values that all of the tasks have, elsewhere those of a new task; no field is chosen. */
export function startOf(tasks: readonly Task[]): BulkValues {
  const [first = emptyValues, ...others] = tasks.map((task) => valuesOf(task, "UTC"));
  const common = Object.entries(first).filter(([name, value]) =>
    others.every((other) => JSON.stringify(other[name as keyof TaskValues]) === JSON.stringify(value)) // all have the same keys
  );
  const chosen = Object.fromEntries(bulkFields.map((field) => [field, false]));
  // Rules keep the values that they have in each task.
  return {
    ...emptyValues,
    ...Object.fromEntries(common),
    parameters: [],
    chosen: chosen as BulkValues["chosen"],
  }; // has every field
}

/** Returns the chosen fields as the API takes them. */
export function bulkChanges(values: BulkValues): BulkPatch {
  // Of what depends on the zone, nothing is changed for several tasks.
  const input = inputOf(values, "UTC");
  const chosen = bulkFields.filter((field) => values.chosen[field]);
  const { requiresApproval, approvalLapseMs } = input;
  return {
    ...Object.fromEntries(chosen.map((field) => [field, input[field]])),
    // Tasks whose runs need none keep their own time, as after a change in the form of one.
    ...values.chosen.requiresApproval && requiresApproval && { approvalLapseMs },
  };
}

/** Returns the requests that set the changed fields back, one for all tasks with the same values before. */
export function undoRequests(results: BulkResult["results"]): { ids: number[]; changes: BulkPatch }[] {
  const changed = results.filter(({ before }) => before && Object.keys(before).length > 0);
  const groups = Map.groupBy(changed, ({ before }) => JSON.stringify(before));
  return [...groups.values()].map((group) => ({
    ids: group.map(({ id }) => id),
    changes: group[0]?.before ?? {}, // those of all in the group
  }));
}

/** Returns whether a task differs afterwards. */
export function isChanged({ after }: BulkResult["results"][number]): boolean {
  return after !== undefined && Object.keys(after).length > 0;
}
