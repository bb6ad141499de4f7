import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";

interface Ordered {
  id: number;
}

/** How the order of a list is changed. */
export interface OrderConfig<C, D> {
  key: QueryKey;
  /** Returns the change to send; null when nothing changed. */
  changeOf(before: readonly number[], after: readonly number[]): C | null;
  send(change: C): Promise<unknown>;
  /** Returns whether a pending change can be dropped once another is queued. */
  isReplacedBy(waiting: C, next: C): boolean;
  /** Applies the order that the server has now to the cached data. */
  keep(data: D, ids: readonly number[]): D;
  /** Reports why a change was rejected. */
  notify(error: unknown): void;
}

/**
 * Returns items in the requested order, which the server may not have yet, and a function that requests another order.
 * Changes are sent one after the other, and each starts from the order requested before it: a second key press never
 * waits, and a late response undoes nothing.
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
    // The requested order stays visible until the server has returned the current list.
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

/** Sorts items into an order; items it does not name, created elsewhere, come last. */
export function inOrder<T extends Ordered>(items: readonly T[], ids: readonly number[]): readonly T[] {
  const positions = new Map(ids.map((id, index) => [id, index]));
  const positionOf = ({ id }: T) => positions.get(id) ?? ids.length;
  return items.toSorted((a, b) => positionOf(a) - positionOf(b));
}

interface ChangeQueueConfig<C> {
  send(change: C): Promise<unknown>;
  /** Returns whether a pending change can be dropped once another is queued. */
  isReplacedBy(waiting: C, next: C): boolean;
  /** Called when the queue is empty. */
  onEnd(): void;
  /** Called instead when a change was rejected; the changes behind it are dropped. */
  onRejected(error: unknown): void;
}

/** Sends changes one at a time in the order they were queued, because each builds on those before it. */
export class ChangeQueue<C> {
  readonly #config: ChangeQueueConfig<C>;
  #waiting: C[] = [];
  #isSending = false;

  constructor(config: ChangeQueueConfig<C>) {
    this.#config = config;
  }

  push(change: C): void {
    const last = this.#waiting.at(-1);
    if (last !== undefined && this.#config.isReplacedBy(last, change)) this.#waiting.pop();
    this.#waiting.push(change);
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    const { send, onEnd, onRejected } = this.#config;
    this.#isSending = true;
    let end = onEnd;
    for (let change = this.#waiting.shift(); change !== undefined; change = this.#waiting.shift()) {
      try {
        await send(change);
      } catch (error) {
        end = () => onRejected(error);
        this.#waiting = [];
      }
    }
    this.#isSending = false;
    end();
  }
}
