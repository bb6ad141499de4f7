import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { ChangeQueue } from "./change_queue.ts";

interface Ordered {
  id: number;
}

/** How the order of a list is changed. */
export interface OrderConfig<C, D> {
  /** The query that holds the list. */
  key: QueryKey;
  /** Finds what to ask the panel for; null when nothing is to be changed. */
  changeOf(before: readonly number[], after: readonly number[]): C | null;
  send(change: C): Promise<unknown>;
  /** Tells whether a change that still waits needs not be sent once another is asked for. */
  isReplacedBy(waiting: C, next: C): boolean;
  /** Puts what the query holds into the order that the panel has by now. */
  keep(data: D, ids: readonly number[]): D;
  /** Says why a change was refused. */
  notify(error: unknown): void;
}

/**
 * Gives items in the order that was asked for, which the panel may not have yet, and the way to ask for another one. Orders are
 * asked for one after the other, and each begins with what the one before asked for: a second key press never waits, and an
 * answer that comes late puts nothing back.
 */
export function useAskedOrder<T extends Ordered, C, D>(items: readonly T[], config: OrderConfig<C, D>) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const ordered = useMemo(() => asked ? inOrder(items, asked) : items, [items, asked]);
  const now = useRef<readonly number[]>([]);
  now.current = useMemo(() => ordered.map(({ id }) => id), [ordered]);
  const last = useRef<readonly number[]>([]);
  const current = useRef(config);
  current.current = config;
  const [queue] = useState(() => {
    // What was asked for stays in sight until the panel has said how the list is now.
    const settle = (settled: readonly number[]) =>
      void queries.invalidateQueries({ queryKey: current.current.key })
        .finally(() => setAsked((one) => one === settled ? null : one));
    return new ChangeQueue<C>({
      send: (change) => current.current.send(change),
      isReplacedBy: (waiting, next) => current.current.isReplacedBy(waiting, next),
      onEnd() {
        const [{ key, keep }, settled] = [current.current, last.current];
        queries.setQueryData<D>(key, (data) => data && keep(data, settled));
        settle(settled);
      },
      onRejected(error) {
        current.current.notify(error);
        settle(last.current);
      },
    });
  });
  const onOrder = useCallback((after: readonly number[]) => {
    const change = current.current.changeOf(now.current, after);
    if (change === null) return;
    setAsked(last.current = now.current = after);
    queue.push(change);
  }, [queue]);
  return { ordered, now, onOrder };
}

/** Puts items into an order; those it does not name, which somebody else has made, come last. */
export function inOrder<T extends Ordered>(items: readonly T[], ids: readonly number[]): readonly T[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const locationOf = ({ id }: T) => places.get(id) ?? ids.length;
  return items.toSorted((a, b) => locationOf(a) - locationOf(b));
}
