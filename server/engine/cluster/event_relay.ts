// Carries live events to the buses of the other nodes, so that every page hears of every change.
import { type EventType, eventTypes, type LiveEvent } from "../../contract/events.ts";
import type { Bus } from "../bus.ts";

interface Relayed {
  /** The process that published it. */
  from: string;
  event: LiveEvent;
}

export interface EventRelayOptions {
  bus: Bus;
  /** Sends a text to all nodes, this one included. */
  send(text: string): void;
}

export class EventRelay {
  readonly #options: EventRelayOptions;
  readonly #self: string = crypto.randomUUID();
  readonly #stopListening: () => void;
  #receiving = false;

  constructor(options: EventRelayOptions) {
    this.#options = options;
    this.#stopListening = options.bus.listen((event) => {
      if (this.#receiving) return;
      options.send(JSON.stringify({ from: this.#self, event } satisfies Relayed));
    });
  }

  /** Publishes what another node sent. */
  receive(text: string): void {
    const { from, event } = JSON.parse(text) as Relayed;
    if (from === this.#self || !isKnown(event.type)) return;
    this.#receiving = true;
    try {
      this.#options.bus.publish(event);
    } finally {
      this.#receiving = false;
    }
  }

  close(): void {
    this.#stopListening();
  }
}

// A newer version may publish what this one does not know.
function isKnown(type: EventType): boolean {
  return eventTypes.includes(type);
}
