import { AppError } from "../../contract/app_error.ts";
import type { Clock } from "../clock.ts";
import { WorkerLooks } from "../worker_looks.ts";
import type { SystemLogAnswer, SystemLogOrder } from "./scan_system_log.ts";

const TIME_LIMIT_MS = 5_000;

/** Looks through the panel's own log, each time in a thread of its own, a few at a time. */
export class SystemLogLooks {
  readonly #looks: WorkerLooks;

  constructor(clock: Clock) {
    this.#looks = new WorkerLooks(clock);
  }

  /** Looks once; what was found until the time limit is answered. Throws what `WorkerLooks.look` throws. */
  async look(wish: Omit<SystemLogOrder, "timeLimitMs">, signal: AbortSignal): Promise<SystemLogAnswer> {
    const order: SystemLogOrder = { ...wish, timeLimitMs: TIME_LIMIT_MS };
    const start = () =>
      new Worker(new URL("./scan_system_log_worker.ts", import.meta.url), { type: "module" });
    const late = () => new AppError("took_too_long", { seconds: Math.ceil(TIME_LIMIT_MS / 1000) });
    return await this.#looks.look<SystemLogAnswer>({ start, order, late }, signal);
  }
}
