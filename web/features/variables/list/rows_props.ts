import type { Variable } from "../../../../server/contract/variables.ts";
import type { ListStateHandle } from "../use_list_state.ts";
import type { Choosing } from "./use_selection.ts";

export interface RowsProps {
  variables: readonly Variable[];
  loading: boolean;
  handle: ListStateHandle;
  choosing: Choosing;
  /** Brings all variables into another order; undefined where it cannot be changed. */
  onOrder: ((ids: readonly number[]) => void) | undefined;
  /** Moves one to a place; undefined where the order cannot be changed. */
  onMove: ((variable: Variable, to: number) => void) | undefined;
}
