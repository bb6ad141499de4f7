// Between a view as the API shows it and its row.
import type { View, ViewPatch } from "../../contract/views.ts";
import type { ViewRow } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Columns that a person sets. */
export type SetColumns = Pick<ViewRow, "name" | "conditions_json" | "relation" | "sort_json" | "hidden">;

/** Turns the fields of a form into columns; fields that were not sent are left out. */
export function toColumns({ name, conditions, relation, sort, hidden }: ViewPatch): Partial<SetColumns> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(conditions !== undefined && { conditions_json: JSON.stringify(conditions) }),
    ...(relation !== undefined && { relation }),
    ...(sort !== undefined && { sort_json: JSON.stringify(sort) }),
    ...(hidden !== undefined && { hidden: hidden ? 1 as const : 0 as const }),
  };
}

/** Shows a row as the API does. */
export function toView(row: ViewRow): View {
  return {
    id: row.id,
    name: row.name,
    conditions: storedJson<View["conditions"]>(row.conditions_json, []),
    relation: row.relation,
    sort: storedJson<View["sort"]>(row.sort_json, []),
    hidden: row.hidden === 1,
    position: row.position,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
  };
}
