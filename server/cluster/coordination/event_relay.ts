// Carries live events to the buses of the other nodes, so that every page hears of every change.
import { type EventType, eventTypes, type LiveEvent } from "../../contract/events.ts";
import type { Bus } from "../../engine/bus.ts";

interface Relayed {
  from: string;
  event: LiveEvent;
}

export interface EventRelayOptions {
  bus: Bus;
  /** Sends a text to all nodes, this one included. */
  send(text: string): void;
}

export class EventRelay {
  readonly #self: string = crypto.randomUUID();
  readonly #stopListening: () => void;
  /** The event of another node that is being published here. */
  #received: LiveEvent | null = null;

  constructor(private readonly options: EventRelayOptions) {
    this.#stopListening = options.bus.listen((event) => {
      // What a listener publishes in response is news of this node.
      if (event === this.#received) return;
      options.send(JSON.stringify({ from: this.#self, event } satisfies Relayed));
    });
  }

  /** Publishes what another node sent. */
  receive(text: string): void {
    const { from, event } = JSON.parse(text) as Relayed;
    if (from === this.#self || !isKnown(event.type)) return;
    this.#received = event;
    this.options.bus.publish(event);
    this.#received = null;
  }

  close(): void {
    this.#stopListening();
  }
}

// A newer version may publish what this one does not know.
function isKnown(type: EventType): boolean {
  return eventTypes.includes(type);
}
