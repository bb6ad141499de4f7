// Undoes the deletion of variables: creates them again at their previous positions. The page does not know the
// values of secrets, so these cannot be restored.
import type { Variable, VariableInput, VariableOrder } from "../../../../server/contract/variables.ts";
import type { Api } from "../../../api/request.ts";

/** Maximum number of variables in one request. */
const MAX_AT_ONCE = 1000;

type Positioned = Pick<Variable, "id" | "position">;

/** Returns the deleted variables that can be created again, in list order. */
export function recreatable(deleted: readonly Variable[]): Variable[] {
  return deleted.filter(({ secret }) => !secret).toSorted((a, b) => a.position - b.position);
}

/** Creates deleted variables again; `others` loads the current list. Throws ApiProblem. */
export async function recreate(
  api: Api,
  deleted: readonly Variable[],
  others: () => Promise<readonly Positioned[]>,
): Promise<void> {
  const body: VariableInput[] = deleted.map(({ name, value, secret, remarks, labels, enabled }) => (
    { name, value, secret, remarks, labels, enabled }
  ));
  const rest = await others();
  const created: Variable[] = [];
  for (let from = 0; from < body.length; from += MAX_AT_ONCE) {
    const part = body.slice(from, from + MAX_AT_ONCE);
    created.push(...(await api.post<{ items: Variable[] }>("/variables", part)).items);
  }
  const recreated = created.map(({ id }, index) => ({ id, position: deleted[index]?.position ?? Infinity }));
  // Those at the end were created there.
  const moves = movesTo(recreated, rest).filter(({ before }) => before !== null);
  for (const move of moves) await api.put("/variables/order", move);
}

/** Returns the moves that put items at their positions among the others; both are in list order. */
export function movesTo(items: readonly Positioned[], others: readonly Positioned[]): VariableOrder[] {
  const groups = Map.groupBy(
    items,
    ({ position }) => others.find((other) => other.position > position)?.id ?? null,
  );
  return [...groups].map(([before, group]) => ({ ids: group.map(({ id }) => id), before }));
}
