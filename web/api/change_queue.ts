export interface ChangeQueueConfig<C> {
  /** Sends one change to the server. */
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
