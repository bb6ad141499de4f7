import { useMemo } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useDragOrder } from "../../../ui/data/use_drag_order.ts";

const none: readonly number[] = [];

/** Lets variables be dragged into another order, unless `onOrder` is undefined; `order` is how they lie now. */
export function useRowDrag(
  variables: readonly Variable[],
  onOrder: ((ids: readonly number[]) => void) | undefined,
) {
  const ids = useMemo(() => variables.map(({ id }) => id), [variables]);
  const byId = useMemo(() => new Map(variables.map((one) => [one.id, one])), [variables]);
  const drag = useDragOrder(onOrder ? ids : none, { axis: "y", onOrder: (next) => onOrder?.(next) });
  return { drag, order: onOrder ? drag.order : ids, byId };
}
