import { AppError } from "../../../contract/app_error.ts";
import type { Clock } from "../../../platform/clock.ts";
import { Turns } from "../../../platform/files/turns.ts";
import { WorkerLooks } from "../../../platform/worker_looks.ts";
import { MOST_MEGAPIXELS, type PictureRefused } from "./picture_refused.ts";
import type { PictureResult } from "./picture_order.ts";

const TIME_LIMIT_MS = 20_000;
const MOST_WAITING = 8;
const RETRY_SECONDS = 5;

/** Draws pictures anew, each in a thread of its own, one at a time. */
export class Pictures {
  readonly #looks: WorkerLooks;
  // One takes more than a hundred megabytes, and a file of a kilobyte can ask for that.
  readonly #turns = new Turns();

  #waiting = 0;

  constructor(clock: Clock) {
    this.#looks = new WorkerLooks(clock);
  }

  /** Draws a PNG or JPEG anew as a PNG of 256 × 256. Throws an issue, `too_many_requests`, or the signal's reason. */
  async redraw(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const start = () => new Worker(new URL("./picture_worker.ts", import.meta.url), { type: "module" });
    const late = () => refusal("broken");
    const order = { timeLimitMs: TIME_LIMIT_MS, bytes };
    const look = () => this.#looks.look<PictureResult>({ start, order, late }, signal);
    if (this.#waiting >= MOST_WAITING) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
    this.#waiting++;
    const result = await this.#turns.take(look).finally(() => this.#waiting--);
    if ("refused" in result) throw refusal(result.refused);
    return result.png;
  }
}

function refusal(reason: PictureRefused["reason"]): AppError {
  const issue = reason === "broken"
    ? { path: "picture", code: "not_a_picture" as const }
    : { path: "picture", code: "picture_too_large" as const, params: { max: MOST_MEGAPIXELS } };
  return new AppError("validation_failed", { count: 1 }, [issue]);
}
