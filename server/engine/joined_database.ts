// Several services in one transaction. Each opens its own, so it gets a database whose transactions are parts of that one, and
// what it publishes waits for the commit.
import type { LiveEvent } from "../contract/events.ts";
import { Bus } from "./bus.ts";
import type { Database, Tx } from "./store.ts";

/** Returns a database whose transactions are parts of `tx`. What fails in one must end `tx`. */
export function joinedTo(tx: Tx): Database {
  const builder = { execute: async <T>(action: (tx: Tx) => Promise<T>) => await action(tx) };
  return new Proxy(tx, {
    get(target, name) {
      if (name === "transaction") return () => builder;
      // Private fields are those of the transaction itself.
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Holds back events until what they are about is committed. */
export class WaitingBus extends Bus {
  readonly #events: LiveEvent[] = [];

  override publish(event: LiveEvent): void {
    this.#events.push(event);
  }

  /** Publishes on a bus what was held back. */
  release(bus: Bus): void {
    for (const event of this.#events.splice(0)) bus.publish(event);
  }
}
