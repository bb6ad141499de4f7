import { AppError } from "../../contract/app_error.ts";
import type { Clock } from "../clock.ts";
import { WorkerQueries } from "../worker_queries.ts";
import type { SystemLogOrder, SystemLogResult } from "./scan_system_log.ts";

const TIME_LIMIT_MS = 5_000;

/** Looks through the panel's own log, each time in a thread of its own, a few at a time. */
export class SystemLogQueries {
  readonly #queries: WorkerQueries;

  constructor(clock: Clock) {
    this.#queries = new WorkerQueries(clock);
  }

  /** Looks once; what was found until the time limit is answered. Throws what `WorkerLooks.look` throws. */
  async check(request: Omit<SystemLogOrder, "timeLimitMs">, signal: AbortSignal): Promise<SystemLogResult> {
    const order: SystemLogOrder = { ...request, timeLimitMs: TIME_LIMIT_MS };
    const start = () =>
      new Worker(new URL("./scan_system_log_worker.ts", import.meta.url), { type: "module" });
    const late = () => new AppError("took_too_long", { seconds: Math.ceil(TIME_LIMIT_MS / 1000) });
    return await this.#queries.check<SystemLogResult>({ start, order, late }, signal);
  }
}
