import type { Clock } from "../../../platform/clock.ts";
import { WorkerQueries } from "../../../platform/worker_queries.ts";
import type { ScanOrder, ScanResult } from "./scan_log.ts";

/** Scans logs, each in its own worker, a few at a time. */
export class LogScans {
  readonly #queries: WorkerQueries;

  constructor(clock: Clock) {
    this.#queries = new WorkerQueries(clock);
  }

  /** Scans a log. Throws what `WorkerQueries.check` throws. */
  scan(order: ScanOrder, signal: AbortSignal): Promise<ScanResult> {
    const start = () => new Worker(new URL("./scan_worker.ts", import.meta.url), { type: "module" });
    const late = () => new Error("the log search timed out");
    return this.#queries.run<ScanResult>({ start, order, late }, signal);
  }
}
