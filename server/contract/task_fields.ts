// The fields by which tasks can be sorted, filtered and grouped in views. The API's schemas, the database query, the
// URL and the menus of the page follow this table. It does not import zod, because the page loads it.

export const taskStatuses = ["idle", "running", "queued", "disabled"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** How the last run of a task can have ended. */
export const taskOutcomes = ["succeeded", "failed", "timed_out", "stopped", "interrupted"] as const;

interface TaskField {
  /** The direction that a first click sorts by. */
  sort?: "ascending" | "descending";
  /** What a condition of a view compares: any text, ids, or one of a fixed set of values. */
  values?: "text" | "ids" | readonly string[];
  /** Whether the list filters by one value or by several, separated by commas. */
  filter?: "one" | "several";
  /** The query parameter of the filter in the API; otherwise the name of the field. */
  parameter?: string;
}

export const taskFields = {
  name: { sort: "ascending", values: "text" },
  command: { sort: "ascending", values: "text" },
  schedule: { values: "text" },
  status: { sort: "descending", values: taskStatuses, filter: "several" },
  label: { values: "text", filter: "one" },
  subscription: { values: "ids", filter: "one", parameter: "subscriptionId" },
  enabled: { sort: "ascending" },
  lastOutcome: { values: taskOutcomes },
  lastRunAt: { sort: "descending" },
  lastDurationMs: { sort: "descending" },
  nextRunAt: { sort: "ascending" },
  createdAt: { sort: "ascending" },
  updatedAt: { sort: "ascending" },
} as const satisfies Record<string, TaskField>;

type Fields = typeof taskFields;
export type TaskFieldName = keyof Fields;
type FieldWith<Property extends keyof TaskField> = {
  [Name in TaskFieldName]: Property extends keyof Fields[Name] ? Name : never;
}[TaskFieldName];

/** Fields by which a task list can be sorted. */
export type TaskSortField = FieldWith<"sort">;
export const taskSortFields = fieldsWith("sort");

/** Fields that a condition of a view can check. */
export type ViewProperty = FieldWith<"values">;
export const viewProperties = fieldsWith("values");

/** Fields by which a task list can be filtered. */
export type TaskFilter = FieldWith<"filter">;
export const taskFilters = fieldsWith("filter");

/** The query parameters of the filters in the API. */
export type TaskFilterParameter = {
  [Name in TaskFilter]: Fields[Name] extends { parameter: infer Parameter extends string } ? Parameter : Name;
}[TaskFilter];

/** Returns the query parameter of a filter in the API. */
export function parameterOf(filter: TaskFilter): TaskFilterParameter {
  const { parameter = filter }: TaskField = taskFields[filter];
  return parameter as TaskFilterParameter; // the type is computed from the same table
}

/** Returns the values a field can have, or null if they are not a fixed set. */
export function fixedValues(name: ViewProperty): readonly string[] | null {
  const { values }: TaskField = taskFields[name];
  return typeof values === "object" ? values : null;
}

/** Returns whether conditions compare whole values of a field only, because parts of a value mean nothing. */
export function comparesWhole(name: ViewProperty): boolean {
  return taskFields[name].values !== "text";
}

function fieldsWith<Property extends keyof TaskField>(property: Property): readonly FieldWith<Property>[] {
  const names = Object.keys(taskFields) as TaskFieldName[]; // the keys of a constant
  return names.filter((name): name is FieldWith<Property> => property in taskFields[name]);
}
