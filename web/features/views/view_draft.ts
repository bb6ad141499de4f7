// A view as it is being edited, and what the list shows now as the beginning of one.

import type { TaskSortField } from "../../../server/contract/tasks.ts";
import type {
  View,
  ViewCondition,
  ViewInput,
  ViewOperator,
  ViewProperty,
} from "../../../server/contract/views.ts";
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
}

type Stored = Pick<View, "name" | "relation" | "conditions" | "sort">;

/** Properties whose values are a few fixed ones: parts of them are not searched for. */
const closed: readonly ViewProperty[] = ["status", "lastOutcome", "subscription"];

/** Lists how a property can be compared, the usual way first. */
export function operatorsOf(property: ViewProperty): readonly ViewOperator[] {
  if (closed.includes(property)) return ["isOneOf", "isNoneOf"];
  if (property === "label") return ["isOneOf", "isNoneOf", "contains", "notContains"];
  return ["contains", "notContains", "isOneOf", "isNoneOf"];
}

/** Gives a condition another property; values stay where they still mean something. */
export function withProperty(condition: DraftCondition, property: ViewProperty): DraftCondition {
  const operators = operatorsOf(property);
  const operator = operators.find((one) => one === condition.operator) ?? operators[0] ?? "contains";
  const keeps = !closed.includes(property) && !closed.includes(condition.property);
  return { ...condition, property, operator, values: keeps ? condition.values : [] };
}

/** Gives a condition to begin with. */
export function newCondition(key: number): DraftCondition {
  return { key, property: "name", operator: "contains", values: [] };
}

/** Begins with a view that is there. */
export function draftOf({ name, relation, conditions, sort }: Stored): ViewDraft {
  return {
    name,
    relation,
    conditions: conditions.map((one, key) => ({ ...one, key })),
    sort: sort.map((one, key) => ({ ...one, key })),
  };
}

/** Begins with what the list shows: the conditions of its view, if they all hold, its search, filters and order. */
export function draftOfList(state: ListState, view: Stored | undefined): ViewDraft {
  const joinable = view && (view.relation === "and" || view.conditions.length < 2);
  const filters: ViewCondition[] = [
    ...(state.status.length > 0 ? [oneOf("status", state.status)] : []),
    ...(state.label ? [oneOf("label", [state.label])] : []),
    ...(state.q ? [conditionOfSearch(state.q)] : []),
  ];
  const conditions = [...(joinable ? view.conditions : []), ...filters];
  const sort = state.sort ? [state.sort] : view?.sort ?? [];
  const begun = draftOf({ name: "", relation: "and", conditions, sort });
  return conditions.length > 0 ? begun : { ...begun, conditions: [newCondition(0)] };
}

function oneOf(property: ViewProperty, values: readonly string[]): ViewCondition {
  return { property, operator: "isOneOf", values: [...values] };
}

function conditionOfSearch(q: string): ViewCondition {
  const [, location, text = q] = /^(name|command|schedule|label):\s*(.+)$/i.exec(q) ?? [];
  const property = (location?.toLowerCase() ?? "name") as ViewProperty; // one of the four of the pattern
  return { property, operator: "contains", values: [text] };
}

/** Writes a draft as the API takes it. */
export function inputOf({ name, relation, conditions, sort }: ViewDraft): Omit<ViewInput, "hidden"> {
  return {
    name: name.trim(),
    relation,
    conditions: conditions.map(({ property, operator, values }) => ({ property, operator, values })),
    sort: sort.map(({ field, descending }) => ({ field, descending })),
  };
}

/** Tells whether two drafts say the same. */
export function sameDraft(one: ViewDraft, other: ViewDraft): boolean {
  return JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));
}

/** Lists the conditions that lack a value, by key. */
export function emptyConditions({ conditions }: ViewDraft): ReadonlySet<number> {
  return new Set(conditions.filter(({ values }) => values.length === 0).map(({ key }) => key));
}

/** Gives a key that no row has yet. */
export function nextKey(rows: readonly { key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}
