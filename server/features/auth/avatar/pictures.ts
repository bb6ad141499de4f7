import { AppError } from "../../../contract/app_error.ts";
import type { Clock } from "../../../platform/clock.ts";
import { Turns } from "../../../platform/files/turns.ts";
import { WorkerQueries } from "../../../platform/worker_queries.ts";
import { MAX_MEGAPIXELS, type PictureError } from "./picture_error.ts";
import type { PictureResult } from "./picture_order.ts";

const TIME_LIMIT_MS = 20_000;
const MAX_WAITING = 8;
const RETRY_SECONDS = 5;

/** Redraws pictures, each in its own worker, one at a time. */
export class Pictures {
  readonly #queries: WorkerQueries;
  // One picture takes more than 100 MB, and a file of a kilobyte can cause that.
  readonly #turns = new Turns();

  #waiting = 0;

  constructor(clock: Clock) {
    this.#queries = new WorkerQueries(clock);
  }

  /** Redraws a PNG or JPEG as a PNG of 256 × 256. Throws an issue, `too_many_requests`, or the signal's reason. */
  async redraw(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const start = () => new Worker(new URL("./picture_worker.ts", import.meta.url), { type: "module" });
    const late = () => refusal("broken");
    const order = { timeLimitMs: TIME_LIMIT_MS, bytes };
    const check = () => this.#queries.run<PictureResult>({ start, order, late }, signal);
    if (this.#waiting >= MAX_WAITING) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
    this.#waiting++;
    const result = await this.#turns.take(check).finally(() => this.#waiting--);
    if ("rejected" in result) throw refusal(result.rejected);
    return result.png;
  }
}

function refusal(reason: PictureError["reason"]): AppError {
  const issue = reason === "broken"
    ? { path: "picture", code: "not_a_picture" as const }
    : { path: "picture", code: "picture_too_large" as const, params: { max: MAX_MEGAPIXELS } };
  return new AppError("validation_failed", { count: 1 }, [issue]);
}
