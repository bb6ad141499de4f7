import PQueue from "p-queue";
import { AppError } from "../contract/app_error.ts";
import type { Clock } from "./clock.ts";

/** Looks at once; more would take the processors from the tasks. */
const AT_ONCE = 2;
const MAX_WAITING = 16;
const RETRY_SECONDS = 2;
/** A worker that does not keep its time limit is ended that much after it; on a busy machine it takes its time to start. */
const PATIENCE_MS = 30_000;

/** What a worker answers. */
export type QueryReply<Result> = { result: Result } | { error: string };

export interface Style {
  /** Starts the worker; it answers one message with a `LookReply`. */
  start: () => Worker;
  order: { timeLimitMs: number };
  /** Makes the error for a worker that does not keep its time limit. */
  late: () => Error;
}

/** Looks through large things, each in a thread of its own, a few at a time. */
export class WorkerQueries {
  readonly #clock: Clock;
  readonly #queue = new PQueue({ concurrency: AT_ONCE });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Looks once. Throws `too_many_requests` when too many wait already, and the signal's reason when it aborts. */
  async check<Result>(check: Style, signal: AbortSignal): Promise<Result> {
    if (this.#queue.size >= MAX_WAITING) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
    return await this.#queue.add(() => this.#run<Result>(check, signal), { signal });
  }

  async #run<Result>({ start, order, late }: Style, signal: AbortSignal): Promise<Result> {
    const worker = start();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const timer = this.#clock.after(order.timeLimitMs + PATIENCE_MS, () => reject(late()));
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    worker.onmessage = ({ data }: MessageEvent<QueryReply<Result>>) => {
      if ("result" in data) resolve(data.result);
      else reject(new Error(data.error));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
    worker.postMessage(order);
    try {
      return await promise;
    } finally {
      timer.cancel();
      signal.removeEventListener("abort", abort);
      worker.terminate();
    }
  }
}
