import { refuseIf } from "../../contract/app_error.ts";
import type { VariableOrder } from "../../contract/variables.ts";
import type { Tx } from "../../engine/store.ts";
import { readVariables, writePositions } from "./store.ts";

/** Moves variables to another place. Throws `validation_failed` for one that is not there, or is named twice. */
export async function moveVariables(tx: Tx, { ids, before }: VariableOrder): Promise<void> {
  const rows = await readVariables(tx);
  const known = new Set(rows.map(({ id }) => id));
  const moved = new Set(ids);
  const exact = moved.size === ids.length && ids.every((id) => known.has(id));
  if (!exact) refuseIf([{ path: "ids", code: "order_incomplete" }]);
  if (typeof before === "number" && (!known.has(before) || moved.has(before))) {
    refuseIf([{ path: "before", code: "invalid" }]);
  }
  const others = rows.map(({ id }) => id).filter((id) => !moved.has(id));
  const order = others.toSpliced(positionOf(before, others), 0, ...ids);
  const positions = new Map(order.map((id, position) => [id, position]));
  for (const { id, position } of rows) if (positions.get(id) === position) positions.delete(id);
  await writePositions(tx, positions);
}

function positionOf(before: number | null | undefined, others: readonly number[]): number {
  if (before === undefined) return 0;
  return before === null ? others.length : others.indexOf(before);
}
