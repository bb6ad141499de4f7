import { AppError } from "../../contract/app_error.ts";

interface Waiting {
  rank: number;
  start(): void;
  refuse(): void;
}

export interface CheckQueueOptions {
  /** Checks that may be computed at once. */
  atOnce: number;
  /** Checks that may wait. */
  waiting: number;
}

/**
 * Bounds how many passwords are checked at once, for each takes 32 MiB and a good part of a second. The lowest rank
 * goes first, so that a flood of guesses does not stand in the owner's way.
 */
export class CheckQueue {
  readonly #options: CheckQueueOptions;
  #running = 0;
  #waiting: Waiting[] = [];

  constructor(options: CheckQueueOptions = { atOnce: 2, waiting: 16 }) {
    this.#options = options;
  }

  /** Runs `check` when it is its turn. Throws `too_many_requests` when others, of lower rank or earlier, fill the queue. */
  async run<T>(rank: number, check: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.atOnce) await this.#wait(rank);
    else this.#running++;
    try {
      return await check();
    } finally {
      this.#next();
    }
  }

  #wait(rank: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new AppError("too_many_requests", { seconds: 5 }));
    this.#waiting = [...this.#waiting, { rank, start: resolve, refuse }]
      .sort((a, b) => a.rank - b.rank);
    if (this.#waiting.length > this.#options.waiting) this.#waiting.pop()?.refuse();
    return promise;
  }

  // A turn passes straight to the next in line, so nobody who has just come can slip in between.
  #next(): void {
    const next = this.#waiting.shift();
    if (next) next.start();
    else this.#running--;
  }
}
