import PQueue from "p-queue";
import { AppError } from "../contract/app_error.ts";
import type { Clock } from "./clock.ts";

/** Concurrent queries; more would take CPU time from the tasks. */
const AT_ONCE = 2;
const MAX_WAITING = 16;
const RETRY_SECONDS = 2;
/** A worker is ended this long after its time limit; on a busy machine it takes a while to start. */
const PATIENCE_MS = 30_000;

export type QueryResponse<Result> = { result: Result } | { error: string };

export interface WorkerQuery {
  /** Starts the worker; it replies with one `QueryResponse` message. */
  start: () => Worker;
  order: { timeLimitMs: number };
  /** Creates the error for a worker that exceeds its time limit. */
  late: () => Error;
}

/** Runs queries over large data, each in its own thread, a few at a time. */
export class WorkerQueries {
  readonly #queue = new PQueue({ concurrency: AT_ONCE });

  constructor(private readonly clock: Clock) {}

  /** Runs one query. Throws `too_many_requests` when too many are waiting, and the signal's reason when it aborts. */
  async run<Result>(query: WorkerQuery, signal: AbortSignal): Promise<Result> {
    if (this.#queue.size >= MAX_WAITING) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
    return await this.#queue.add(() => this.#run<Result>(query, signal), { signal });
  }

  async #run<Result>({ start, order, late }: WorkerQuery, signal: AbortSignal): Promise<Result> {
    const worker = start();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const timer = this.clock.after(order.timeLimitMs + PATIENCE_MS, () => reject(late()));
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    worker.onmessage = ({ data }: MessageEvent<QueryResponse<Result>>) => {
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
