// Tells the pages when a node joins, goes silent, comes back, drains or plans: the panel that decides looks at all of them.
import { type Bus, EventPublisher } from "../../engine/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { KnownNode } from "./nodes.ts";

/** The id of an event about the whole list. */
const ALL = 0;

export class NodeStates {
  readonly #publisher: EventPublisher;
  /** Null until the first call. */
  #known: Map<number, string> | null = null;

  constructor({ bus, clock }: { bus: Bus; clock: Clock }) {
    this.#publisher = new EventPublisher(bus, clock);
  }

  /** Publishes what has changed since the last call; the first publishes all, because another panel did so before. */
  publishChanges(nodes: readonly KnownNode[]): void {
    const before = this.#known;
    const now = this.#known = new Map(nodes.map((node) => [node.id, stateOf(node)]));
    if (before === null) return this.#publish(ALL);
    for (const id of new Set([...before.keys(), ...now.keys()])) {
      if (before.get(id) !== now.get(id)) this.#publish(id);
    }
  }

  /** Forgets the known states: another panel publishes from now on. */
  forget(): void {
    this.#known = null;
  }

  #publish(id: number): void {
    this.#publisher.publish("nodes", "node:changed", id, 0);
  }
}

function stateOf({ isOpen, isSilent, planning, pools, capacity, startedAt }: KnownNode): string {
  return JSON.stringify([isOpen, isSilent, planning, pools, capacity, startedAt]);
}
