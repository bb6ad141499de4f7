import { AppError } from "../../contract/app_error.ts";
import type { Clock } from "../clock.ts";
import { WorkerQueries } from "../worker_queries.ts";
import type { SystemLogOrder, SystemLogResult } from "./scan_system_log.ts";

const TIME_LIMIT_MS = 5_000;

/** Searches the panel's own log, each search in its own thread, a few at a time. */
export class SystemLogQueries {
  readonly #queries: WorkerQueries;

  constructor(clock: Clock) {
    this.#queries = new WorkerQueries(clock);
  }

  /** Runs one search; returns what was found within the time limit. Throws what `WorkerQueries.check` throws. */
  async check(request: Omit<SystemLogOrder, "timeLimitMs">, signal: AbortSignal): Promise<SystemLogResult> {
    const order: SystemLogOrder = { ...request, timeLimitMs: TIME_LIMIT_MS };
    const start = () =>
      new Worker(new URL("./scan_system_log_worker.ts", import.meta.url), { type: "module" });
    const late = () => new AppError("took_too_long", { seconds: Math.ceil(TIME_LIMIT_MS / 1000) });
    return await this.#queries.run<SystemLogResult>({ start, order, late }, signal);
  }
}
