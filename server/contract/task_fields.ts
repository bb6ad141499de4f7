// The fields by which tasks can be sorted, filtered, searched and grouped in views. The API's schemas, the database
// query, the URL and the menus of the page follow this table. It does not import zod, because the page loads it.
import { taskKinds } from "./task_kinds.ts";

export const taskStatuses = ["idle", "running", "queued", "disabled"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** How the last run of a task can have ended. */
export const taskOutcomes = ["succeeded", "failed", "timed_out", "stopped", "interrupted", "lost"] as const;

/** How a condition compares. Text is matched literally, never as a pattern, so no input can be slow to match. */
export const viewOperators = ["contains", "notContains", "isOneOf", "isNoneOf"] as const;
export type ViewOperator = (typeof viewOperators)[number];

/** Views that every list has: tasks whose last run failed, and so on. */
export const builtInViews = ["failing", "running", "disabled", "neverRun"] as const;
export type BuiltInView = (typeof builtInViews)[number];

interface TaskField {
  /** The direction that a first click sorts by. */
  sort?: "ascending" | "descending";
  /**
   * What filters and conditions of views compare: any text, IDs of other objects, integers (which may be negative), or one of a fixed set of values.
   * Filters compare the whole value, exactly as it is; conditions can also look for a part of a text.
   */
  values?: "text" | "id" | "integer" | readonly string[];
  /** Whether the list filters by one value or by several, separated by commas. Without it, only views use `values`. */
  filter?: "single" | "multiple";
  /** The query parameter of the filter in the API; otherwise the name of the field. */
  parameter?: string;
  /** Whether the search box looks in it; `name:` before the text limits the search to one field. */
  search?: true;
}

export const taskFields = {
  name: { sort: "ascending", values: "text", search: true },
  command: { sort: "ascending", values: "text", search: true },
  schedule: { values: "text", search: true },
  status: { sort: "descending", values: taskStatuses, filter: "multiple" },
  label: { sort: "ascending", values: "text", filter: "single", search: true },
  subscription: { values: "id", filter: "single", parameter: "subscriptionId" },
  pool: { sort: "ascending", values: "text", filter: "single" },
  enabled: { sort: "ascending" },
  lastOutcome: { values: taskOutcomes, filter: "multiple" },
  kind: { values: taskKinds, filter: "multiple" },
  lastRunAt: { sort: "descending" },
  lastDurationMs: { sort: "descending" },
  lastExitCode: { sort: "descending", values: "integer", filter: "single" },
  nextRunAt: { sort: "ascending" },
  createdAt: { sort: "ascending" },
  updatedAt: { sort: "ascending" },
} as const satisfies Record<string, TaskField>;

type Fields = typeof taskFields;
export type TaskFieldName = keyof Fields;
type FieldWith<Property extends keyof TaskField> = {
  [Name in TaskFieldName]: Property extends keyof Fields[Name] ? Name : never;
}[TaskFieldName];

export type TaskSortField = FieldWith<"sort">;
export const taskSortFields = fieldsWith("sort");

/** Fields that a condition of a view can check. In the API, a condition calls its field `property`. */
export type ViewProperty = FieldWith<"values">;
export const viewProperties = fieldsWith("values");

export type TaskFilter = FieldWith<"filter">;
export const taskFilters = fieldsWith("filter");

export type TaskFilterParameter = {
  [Name in TaskFilter]: Fields[Name] extends { parameter: infer Parameter extends string } ? Parameter : Name;
}[TaskFilter];

export function parameterOf(filter: TaskFilter): TaskFilterParameter {
  const { parameter = filter }: TaskField = taskFields[filter];
  return parameter as TaskFilterParameter; // the type is computed from the same table
}

/** The type of a field's values, and how conditions compare them. */
export interface ValueType {
  name: "text" | "id" | "integer" | "fixed";
  /** All possible values; null if they are not a fixed set. */
  options: readonly string[] | null;
  /** Whether the database holds them as numbers, so that SQL compares numbers. */
  isNumeric?: true;
  /** The operators of a condition, the most common first. */
  operators: readonly ViewOperator[];
  /** Whether a filter or condition can have this value. The API and the page reject others. */
  isValid(value: string): boolean;
}

const partOperators = ["contains", "notContains"] as const;
const wholeOperators = ["isOneOf", "isNoneOf"] as const;

export function valueTypeOf(name: ViewProperty): ValueType {
  const { values, filter }: TaskField = taskFields[name];
  switch (values) {
    case undefined:
    case "text":
      return {
        name: "text",
        options: null,
        // Users who filter by exact values usually want exact matches in views, too.
        operators: filter ? [...wholeOperators, ...partOperators] : [...partOperators, ...wholeOperators],
        isValid: () => true,
      };
    case "id":
      return {
        name: "id",
        options: null,
        isNumeric: true,
        operators: wholeOperators,
        isValid: (value) => /^[1-9]\d{0,14}$/.test(value),
      };
    case "integer":
      return {
        name: "integer",
        options: null,
        isNumeric: true,
        operators: wholeOperators,
        isValid: (value) => /^(0|-?[1-9]\d{0,14})$/.test(value),
      };
    default:
      return {
        name: "fixed",
        options: values,
        operators: wholeOperators,
        isValid: (value) => values.includes(value),
      };
  }
}

export type TaskSearchField = FieldWith<"search">;
export const taskSearchFields = fieldsWith("search");

/**
 * Parses a search: `command:backup` searches one field, whose name is not case-sensitive; `backup` searches all of them,
 * for which `field` is null.
 */
export function readSearch(q: string): { field: TaskSearchField | null; text: string } {
  const [, prefix, rest = ""] = /^(\w+):(.*)$/.exec(q) ?? [];
  const field = taskSearchFields.find((name) => name.toLowerCase() === prefix?.toLowerCase());
  return field ? { field, text: rest.trimStart() } : { field: null, text: q };
}

function fieldsWith<Property extends keyof TaskField>(property: Property): readonly FieldWith<Property>[] {
  const names = Object.keys(taskFields) as TaskFieldName[]; // the keys of a constant
  return names.filter((name): name is FieldWith<Property> => property in taskFields[name]);
}
