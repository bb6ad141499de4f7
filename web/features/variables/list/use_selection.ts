import { useCallback, useMemo, useRef, useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";

const none: ReadonlySet<number> = new Set();

/** Which of the variables are chosen; those that are not shown any more are not. */
export function useSelection(variables: readonly Variable[]) {
  const [ids, setIds] = useState(none);
  const anchor = useRef<number | null>(null);
  const visible = useRef(variables);
  visible.current = variables;
  const chosen = useMemo(() => variables.filter(({ id }) => ids.has(id)), [variables, ids]);
  const toggle = useCallback((id: number, range: boolean) => {
    const order = visible.current.map((one) => one.id);
    const [from, to] = [range ? order.indexOf(anchor.current ?? -1) : -1, order.indexOf(id)];
    const between = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    anchor.current = id;
    setIds((before) => {
      const next = new Set(before);
      for (const one of between) before.has(id) ? next.delete(one) : next.add(one);
      return next;
    });
  }, []);
  const toggleAll = useCallback(() => {
    const order = visible.current.map((one) => one.id);
    setIds((before) => order.every((id) => before.has(id)) ? none : new Set(order));
  }, []);
  return { chosen, isChosen: (id: number) => ids.has(id), toggle, toggleAll, clear: () => setIds(none) };
}

export type Choosing = ReturnType<typeof useSelection>;
