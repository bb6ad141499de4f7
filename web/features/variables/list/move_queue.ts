import type { Move } from "./move_between.ts";

export interface MoveQueueConfig {
  /** Asks the panel for one move. */
  send(move: Move): Promise<unknown>;
  /** Called when none is left to be sent; with what a move was refused for, which those behind it were given up for. */
  onEnd(fault: unknown): void;
}

/** Sends moves in the order in which they were asked for, one at a time: each counts on those before it. */
export class MoveQueue {
  readonly #config: MoveQueueConfig;
  #waiting: Move[] = [];
  #isSending = false;

  constructor(config: MoveQueueConfig) {
    this.#config = config;
  }

  push(move: Move): void {
    // A key that is held down moves the same one again and again: only where it comes to stand counts.
    if (this.#waiting.at(-1)?.ids[0] === move.ids[0]) this.#waiting.pop();
    this.#waiting.push(move);
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    let fault: unknown = null;
    for (let move = this.#waiting.shift(); move; move = this.#waiting.shift()) {
      try {
        await this.#config.send(move);
      } catch (cause) {
        fault = cause;
        this.#waiting = [];
      }
    }
    this.#isSending = false;
    this.#config.onEnd(fault);
  }
}
