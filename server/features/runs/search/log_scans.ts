import type { Clock } from "../../../platform/clock.ts";
import { WorkerLooks } from "../../../platform/worker_looks.ts";
import type { ScanOrder, ScanResult } from "./scan_log.ts";

/** Looks through logs, each in a thread of its own, a few at a time. */
export class LogScans {
  readonly #looks: WorkerLooks;

  constructor(clock: Clock) {
    this.#looks = new WorkerLooks(clock);
  }

  /** Looks through a log. Throws what `WorkerLooks.look` throws. */
  scan(order: ScanOrder, signal: AbortSignal): Promise<ScanResult> {
    const start = () => new Worker(new URL("./scan_worker.ts", import.meta.url), { type: "module" });
    const late = () => new Error("a look through a log takes too long");
    return this.#looks.look<ScanResult>({ start, order, late }, signal);
  }
}
