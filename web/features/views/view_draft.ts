// A view while it is edited, and its initial state from the filters of the list.

import { failedStates } from "../../../server/contract/failed_states.ts";
import {
  type BuiltInView,
  readSearch,
  taskFilters,
  taskOutcomes,
  type TaskSortField,
  valueTypeOf,
  type ViewProperty,
} from "../../../server/contract/task_fields.ts";
import { searchWords } from "../../../server/contract/text_search.ts";
import type { View, ViewCondition, ViewInput } from "../../../server/contract/views.ts";
import type { ListState } from "../../shared/task/list_address.ts";

export interface DraftCondition extends ViewCondition {
  key: number;
}

export interface DraftSort {
  key: number;
  field: TaskSortField;
  descending: boolean;
}

export interface ViewDraft {
  name: string;
  relation: View["relation"];
  conditions: readonly DraftCondition[];
  sort: readonly DraftSort[];
  shared: boolean;
}

type Stored = Pick<View, "name" | "relation" | "conditions" | "sort" | "shared">;

/** Changes the property of a condition; values that remain valid are preserved. */
export function withProperty(condition: DraftCondition, property: ViewProperty): DraftCondition {
  const { name, operators } = valueTypeOf(property);
  const operator = operators.find((one) => one === condition.operator) ?? operators[0] ?? "contains";
  const keeps = name === "text" && valueTypeOf(condition.property).name === "text";
  return { ...condition, property, operator, values: keeps ? condition.values : [] };
}

export function newCondition(key: number): DraftCondition {
  return { key, property: "name", operator: "contains", values: [] };
}

export function draftOf({ name, relation, conditions, sort, shared }: Stored): ViewDraft {
  return {
    shared,
    name,
    relation,
    conditions: conditions.map((one, key) => ({ ...one, key })),
    sort: sort.map((one, key) => ({ ...one, key })),
  };
}

/**
 * Returns a draft with the state of the list: the conditions of its view, if all must match, its search,
 * filters and order.
 */
export function draftOfList(state: ListState, view: Stored | undefined): ViewDraft {
  const joinable = view && (view.relation === "and" || view.conditions.length < 2);
  const filters: ViewCondition[] = [
    ...taskFilters.filter((filter) => state.filters[filter].length > 0)
      .map((filter) => oneOf(filter, state.filters[filter])),
    ...conditionsOfSearch(state.q),
  ];
  const builtIn = typeof state.view === "string" ? builtInConditions[state.view] : [];
  const conditions = [...builtIn, ...(joinable ? view.conditions : []), ...filters];
  const sort = state.sort ? [state.sort] : view?.sort ?? [];
  const draft = draftOf({ name: "", relation: "and", conditions, sort, shared: false });
  return conditions.length > 0 ? draft : { ...draft, conditions: [newCondition(0)] };
}

function oneOf(property: ViewProperty, values: readonly string[]): ViewCondition {
  return { property, operator: "isOneOf", values: [...values] };
}

/** The conditions that match the same tasks as the built-in views. */
const builtInConditions: Record<BuiltInView, readonly ViewCondition[]> = {
  failing: [
    oneOf("lastOutcome", failedStates),
    { property: "status", operator: "isNoneOf", values: ["disabled"] },
  ],
  running: [oneOf("status", ["running"])],
  disabled: [oneOf("status", ["disabled"])],
  neverRun: [{ property: "lastOutcome", operator: "isNoneOf", values: [...taskOutcomes] }],
};

function conditionsOfSearch(q: string): ViewCondition[] {
  const { field, text } = readSearch(q);
  const [property, searched] = field && text !== "" ? [field, text] : ["name" as const, q];
  return searchWords(searched).map((word) => ({ property, operator: "contains", values: [word] }));
}

export function inputOf({ name, relation, conditions, sort, shared }: ViewDraft): Omit<ViewInput, "hidden"> {
  return {
    name: name.trim(),
    shared,
    relation,
    conditions: conditions.map(({ property, operator, values }) => ({ property, operator, values })),
    sort: sort.map(({ field, descending }) => ({ field, descending })),
  };
}

/** Returns the keys of the conditions that lack a value. */
export function emptyConditions({ conditions }: ViewDraft): ReadonlySet<number> {
  return new Set(conditions.filter(({ values }) => values.length === 0).map(({ key }) => key));
}

export function nextKey(rows: readonly { key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}
