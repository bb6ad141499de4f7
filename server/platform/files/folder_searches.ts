import { AppError } from "../../contract/app_error.ts";
import type { SearchResult } from "../../contract/files.ts";
import type { Clock } from "../clock.ts";
import { WorkerQueries } from "../worker_queries.ts";
import { FilesRoot } from "./files_root.ts";
import type { FolderSearch } from "./scan_folder.ts";

const TIME_LIMIT_MS = 10_000;

export type SearchOptions = Omit<FolderSearch, "timeLimitMs">;

/** Searches folders for a text, each search in its own thread, a few at a time. */
export class FolderSearches {
  readonly #queries: WorkerQueries;

  constructor(clock: Clock) {
    this.#queries = new WorkerQueries(clock);
  }

  /**
   * Searches a folder below a root; returns what was found within the time limit. Throws what `FilesRoot.folder` and
   * `WorkerQueries.check` throw.
   */
  async search(request: SearchOptions, signal: AbortSignal): Promise<SearchResult> {
    // Fail here, where the error keeps its code.
    new FilesRoot(request.root, request.hold).folder(request.path).folder[Symbol.dispose]();
    const order: FolderSearch = { ...request, timeLimitMs: TIME_LIMIT_MS };
    const start = () => new Worker(new URL("./folder_search_worker.ts", import.meta.url), { type: "module" });
    const late = () => new AppError("took_too_long", { seconds: Math.ceil(TIME_LIMIT_MS / 1000) });
    return await this.#queries.run<SearchResult>({ start, order, late }, signal);
  }
}
