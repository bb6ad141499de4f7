export interface ChangeQueueConfig<C> {
  /** Asks the panel for one change. */
  send(change: C): Promise<unknown>;
  /** Tells whether a change that still waits needs not be sent once another is asked for. */
  isReplacedBy(waiting: C, next: C): boolean;
  /** Called when none is left to be sent. */
  onEnd(): void;
  /** Called instead where one was refused; those behind it were given up for it. */
  onRejected(error: unknown): void;
}

/** Sends changes in the order in which they were asked for, one at a time: each counts on those before it. */
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
