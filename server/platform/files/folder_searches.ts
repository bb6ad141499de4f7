import { AppError } from "../../contract/app_error.ts";
import type { SearchAnswer } from "../../contract/files.ts";
import type { Clock } from "../clock.ts";
import { WorkerLooks } from "../worker_looks.ts";
import { FilesRoot } from "./files_root.ts";
import type { FolderSearch } from "./scan_folder.ts";

const TIME_LIMIT_MS = 10_000;

export type SearchWish = Omit<FolderSearch, "timeLimitMs">;

/** Looks through folders for a text, each time in a thread of its own, a few at a time. */
export class FolderSearches {
  readonly #looks: WorkerLooks;

  constructor(clock: Clock) {
    this.#looks = new WorkerLooks(clock);
  }

  /**
   * Looks through a folder below a root; what was found until the time limit is answered. Throws what `FilesRoot.folder` and
   * `WorkerLooks.look` throw.
   */
  async search(wish: SearchWish, signal: AbortSignal): Promise<SearchAnswer> {
    // Refused here, where the error keeps its code.
    new FilesRoot(wish.root, wish.hold).folder(wish.path).folder[Symbol.dispose]();
    const order: FolderSearch = { ...wish, timeLimitMs: TIME_LIMIT_MS };
    const start = () => new Worker(new URL("./folder_search_worker.ts", import.meta.url), { type: "module" });
    const late = () => new AppError("took_too_long", { seconds: Math.ceil(TIME_LIMIT_MS / 1000) });
    return await this.#looks.look<SearchAnswer>({ start, order, late }, signal);
  }
}
