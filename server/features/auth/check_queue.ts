import { AppError } from "../../contract/app_error.ts";

interface Waiting {
  rank: number;
  start(): void;
  refuse(): void;
}

export interface CheckQueueOptions {
  /** Maximum number of concurrent checks. */
  atOnce: number;
  /**
   * How many of these are reserved for ranks below 0: a client that was authenticated before does not wait
   * for guesses to be computed.
   */
  reserved: number;
  /** Maximum number of waiting checks. */
  waiting: number;
}

/**
 * Limits how many passwords are hashed at once, because each takes 128 MiB and a good part of a second. The
 * lowest rank goes first, so that a flood of guesses does not block the owner.
 */
export class CheckQueue {
  readonly #options: CheckQueueOptions;
  #running = 0;
  #waiting: Waiting[] = [];

  constructor(options: CheckQueueOptions = { atOnce: 2, reserved: 1, waiting: 16 }) {
    this.#options = options;
  }

  /**
   * Runs `check` when it is its turn. Throws `too_many_requests` if checks with a lower rank, or earlier
   * ones, fill the queue.
   */
  async run<T>(rank: number, check: () => Promise<T>): Promise<T> {
    if (this.#hasRoomFor(rank)) this.#running++;
    else await this.#wait(rank);
    try {
      return await check();
    } finally {
      this.#running--;
      this.#next();
    }
  }

  #hasRoomFor(rank: number): boolean {
    const { atOnce, reserved } = this.#options;
    return this.#running < (rank < 0 ? atOnce : atOnce - reserved);
  }

  #wait(rank: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new AppError("too_many_requests", { seconds: 5 }));
    this.#waiting = [...this.#waiting, { rank, start: resolve, refuse }]
      .sort((a, b) => a.rank - b.rank);
    if (this.#waiting.length > this.#options.waiting) this.#waiting.pop()?.refuse();
    return promise;
  }

  // Takes the slot on behalf of the next in the queue, so that a newcomer cannot slip in between.
  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined || !this.#hasRoomFor(next.rank)) return;
    this.#waiting.shift();
    this.#running++;
    next.start();
  }
}
