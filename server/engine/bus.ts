import type { EventType, LiveEvent, Topic } from "../contract/events.ts";
import type { Clock } from "../platform/clock.ts";
import { isoTime } from "../platform/iso_time.ts";

export type Listener = (event: LiveEvent) => void;

/** Delivers events to all listeners. A listener that throws affects neither the publisher nor other listeners. */
export class Bus {
  readonly #listeners = new Set<Listener>();
  readonly #comparisons = new Set<() => Promise<void>>();

  constructor(private readonly onError: (error: unknown) => void) {}

  /** Adds a listener and returns a function that removes it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Adds what compares something in memory with the database, because events of other machines may get lost. Whatever an event
   * changes in memory needs one. Returns a function that removes it.
   */
  onHeartbeat(compare: () => Promise<void>): () => void {
    this.#comparisons.add(compare);
    return () => this.#comparisons.delete(compare);
  }

  /** Calls every comparison; one that fails does not affect the others. */
  async heartbeat(): Promise<void> {
    for (const compare of this.#comparisons) await compare().catch(this.onError);
  }

  /** Calls every listener, in the order they were added. */
  publish(event: LiveEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.onError(error);
      }
    }
  }
}

/** Publishes changes on the bus once they have been committed. */
export class EventPublisher {
  constructor(private readonly bus: Bus, private readonly clock: Clock) {}

  /** Publishes a change of an entity; `id` 0 means several, `version` 0 that it has none. */
  publish(topic: Topic, type: EventType, id: number, version: number): void {
    this.bus.publish({ topic, type, id, version, at: isoTime(this.clock.now()) });
  }
}
