import { AppError } from "../../../contract/app_error.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { ScanOrder, ScanResult } from "./scan_log.ts";
import type { ScanReply } from "./scan_worker.ts";

/** Looks at once; more would take the processors from the tasks. */
const AT_ONCE = 2;
const MOST_WAITING = 16;
const RETRY_SECONDS = 2;
/** A worker that does not keep its time limit is ended that much after it; on a busy machine it takes its time to start. */
const PATIENCE_MS = 30_000;

/** Looks through logs, each in a thread of its own, a few at a time. */
export class LogScans {
  readonly #clock: Clock;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Looks through a log. Throws `too_many_requests` when too many wait already, and the signal's reason when it aborts. */
  async scan(order: ScanOrder, signal: AbortSignal): Promise<ScanResult> {
    if (this.#running >= AT_ONCE) await this.#turn();
    else this.#running++;
    try {
      signal.throwIfAborted();
      return await this.#run(order, signal);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) {
      throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #run(order: ScanOrder, signal: AbortSignal): Promise<ScanResult> {
    const worker = new Worker(new URL("./scan_worker.ts", import.meta.url), { type: "module" });
    const { promise, resolve, reject } = Promise.withResolvers<ScanResult>();
    const late = () => reject(new Error("a look through a log takes too long"));
    const timer = this.#clock.after(order.timeLimitMs + PATIENCE_MS, late);
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    worker.onmessage = ({ data }: MessageEvent<ScanReply>) => {
      if ("result" in data) resolve(data.result);
      else reject(new Error(data.fault));
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
