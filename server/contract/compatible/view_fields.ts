// Names in views of the old panel and what they are called here, for the compatible API and for imports.
import type { TaskSortField, ViewOperator, ViewProperty } from "../task_fields.ts";

/** What conditions of views check. */
export const properties: Record<string, ViewProperty> = {
  name: "name",
  command: "command",
  schedule: "schedule",
  status: "status",
  labels: "label",
  sub_id: "subscription",
};
/** How they compare. */
export const operators: Record<string, ViewOperator> = {
  Reg: "contains",
  NotReg: "notContains",
  In: "isOneOf",
  Nin: "isNoneOf",
};
/** Values of the property `status`. */
export const statuses: Record<string, string> = { 0: "running", 1: "idle", 2: "disabled", 3: "queued" };
/** What views sort by. */
export const sortFields: Record<string, TaskSortField> = {
  name: "name",
  command: "command",
  status: "status",
  last_execution_time: "lastRunAt",
  last_running_time: "lastDurationMs",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
};
