import { AppError } from "../../contract/app_error.ts";
import type { SearchAnswer } from "../../contract/files.ts";
import type { Clock } from "../clock.ts";
import { FilesRoot } from "./files_root.ts";
import type { SearchReply } from "./folder_search_worker.ts";
import type { FolderSearch } from "./scan_folder.ts";

/** Looks at once; more would take the processors from the tasks. */
const AT_ONCE = 2;
const MOST_WAITING = 16;
const RETRY_SECONDS = 2;
const TIME_LIMIT_MS = 10_000;
/** A worker that does not keep its time limit is ended that much after it; on a busy machine it takes its time to start. */
const PATIENCE_MS = 30_000;

export type SearchWish = Omit<FolderSearch, "timeLimitMs">;

/** Looks through folders for a text, each time in a thread of its own, a few at a time. */
export class FolderSearches {
  readonly #clock: Clock;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Looks through a folder below a root; what was found until the time limit is answered. Throws what `FilesRoot.folder` throws,
   * `too_many_requests` when too many wait already, and the signal's reason when it aborts.
   */
  async search(wish: SearchWish, signal: AbortSignal): Promise<SearchAnswer> {
    // Refused here, where the error keeps its code.
    new FilesRoot(wish.root).folder(wish.path).folder[Symbol.dispose]();
    if (this.#running >= AT_ONCE) await this.#turn();
    else this.#running++;
    try {
      signal.throwIfAborted();
      return await this.#run({ ...wish, timeLimitMs: TIME_LIMIT_MS }, signal);
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

  async #run(order: FolderSearch, signal: AbortSignal): Promise<SearchAnswer> {
    const worker = new Worker(new URL("./folder_search_worker.ts", import.meta.url), { type: "module" });
    const { promise, resolve, reject } = Promise.withResolvers<SearchAnswer>();
    const late = () =>
      reject(new AppError("took_too_long", { seconds: Math.ceil(order.timeLimitMs / 1000) }));
    const timer = this.#clock.after(order.timeLimitMs + PATIENCE_MS, late);
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    worker.onmessage = ({ data }: MessageEvent<SearchReply>) => {
      if ("answer" in data) resolve(data.answer);
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
