// Names in views of the old panel and what they are called here, for the compatible API and for imports.
import type { TaskSortField, ViewOperator, ViewProperty } from "../task_fields.ts";

export const properties: ReadonlyMap<string, ViewProperty> = new Map([
  ["name", "name"],
  ["command", "command"],
  ["schedule", "schedule"],
  ["status", "status"],
  ["labels", "label"],
  ["sub_id", "subscription"],
]);
/** How they compare. */
export const operators: ReadonlyMap<string, ViewOperator> = new Map([
  ["Reg", "contains"],
  ["NotReg", "notContains"],
  ["In", "isOneOf"],
  ["Nin", "isNoneOf"],
]);
/** Values of the property `status`. */
export const statuses: ReadonlyMap<string, string> = new Map([
  ["0", "running"],
  ["1", "idle"],
  ["2", "disabled"],
  ["3", "queued"],
]);
export const sortFields: ReadonlyMap<string, TaskSortField> = new Map([
  ["name", "name"],
  ["command", "command"],
  ["status", "status"],
  ["last_execution_time", "lastRunAt"],
  ["last_running_time", "lastDurationMs"],
  ["createdAt", "createdAt"],
  ["updatedAt", "updatedAt"],
]);
