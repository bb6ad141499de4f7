import type { LiveEvent } from "../contract/events.ts";

export type Listener = (event: LiveEvent) => void;

/** Hands events to whoever listens. A listener that throws harms neither the sender nor the others. */
export class Bus {
  readonly #listeners = new Set<Listener>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Adds a listener; the answer removes it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells every listener, in the order they came. */
  publish(event: LiveEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
