import { AppError } from "../../contract/app_error.ts";

interface Waiting {
  rank: number;
  start(): void;
  refuse(): void;
}

export interface CheckQueueOptions {
  /** Checks that may be computed at once. */
  atOnce: number;
  /** Of these, so many are for ranks below 0 alone: who was right before does not wait until a guess has been computed. */
  reserved: number;
  /** Checks that may wait. */
  waiting: number;
}

/**
 * Bounds how many passwords are hashed at once, for each takes 128 MiB and a good part of a second. The lowest rank
 * goes first, so that a flood of guesses does not stand in the owner's way.
 */
export class CheckQueue {
  readonly #options: CheckQueueOptions;
  #running = 0;
  #waiting: Waiting[] = [];

  constructor(options: CheckQueueOptions = { atOnce: 2, reserved: 1, waiting: 16 }) {
    this.#options = options;
  }

  /** Runs `check` when it is its turn. Throws `too_many_requests` when others, of lower rank or earlier, fill the queue. */
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

  // A place is taken in the name of the next in line, so nobody who has just come can slip in between.
  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined || !this.#hasRoomFor(next.rank)) return;
    this.#waiting.shift();
    this.#running++;
    next.start();
  }
}
