import { AppError } from "../../contract/app_error.ts";
import type { FileEntry, SearchResult } from "../../contract/files.ts";
import type { LogEntry, LogMeasure, LogTree } from "../../contract/logs.ts";
import type { Language } from "../../contract/settings.ts";
import type { Bus } from "../../engine/bus.ts";
import { activeStates } from "../../engine/states.ts";
import type { Database } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { archiveFolder } from "../../platform/files/archive_folder.ts";
import { withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import type { FolderSearches } from "../../platform/files/folder_searches.ts";
import { listFolder } from "../../platform/files/list_folder.ts";
import type { WalkedEntry } from "../../platform/files/walk_tree.ts";
import { LogFile } from "../runs/log_file.ts";
import { archivedLog } from "./archived_log.ts";
import { besideLog, isBesideLog } from "./log_names.ts";
import { measureLogs } from "./measure_logs.ts";
import { removeLogs } from "./remove_logs.ts";
import { findNewestRuns, findRunsOfLogs, listLiveLogs, type LogRun } from "./store.ts";

const MEASURE_LIMIT_MS = 2_000;
/** Most lines of one log that a search tells of: a chatty one must not hide the others. */
const LINES_OF_ONE = 20;

export interface LogsOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  /** Folder of all logs. */
  root: string;
  searches: FolderSearches;
  /** Of the lines that the panel adds to logs. */
  language(): Language;
}

export interface LogSearch {
  q: string;
  path: string;
  in: "names" | "contents";
}

/** What became of one of several paths. */
export interface Removal {
  path: string;
  error?: AppError;
}

/** The logs on disk as people see them, with the runs they are of. */
export class Logs {
  readonly #options: LogsOptions;
  readonly #files: FilesRoot;

  constructor(options: LogsOptions) {
    this.#options = options;
    this.#files = new FilesRoot(options.root);
  }

  /** Lists a folder: folders by name first, then logs, newest first. Throws `AppError`. */
  async tree(path: string): Promise<LogTree> {
    const { entries } = await listFolder(this.#files, path);
    const visible = entries.filter(({ name }) => !isBesideLog(name));
    const folders = visible.filter(({ kind }) => kind === "folder");
    const logs = visible.filter(({ kind }) => kind !== "folder").sort(newestFirst);
    const { db } = this.#options;
    const newest = await findNewestRuns(db, folders.map((one) => one.path));
    const runs = await findRunsOfLogs(db, logs.map((one) => one.path));
    return {
      path,
      entries: [
        ...folders.map((one) => ofFolder(one, newest.get(one.path))),
        ...logs.map((one) => ofLog(one, runs.get(one.path))),
      ],
    };
  }

  /** Opens a log for reading, whether a run is known of it or not. Throws `AppError`. */
  async open(path: string): Promise<LogFile> {
    const { db, root, language } = this.#options;
    const real = await withFileErrors(path, () => {
      using location = this.#files.location(path, { follow: true });
      if (!location.folder.check(location.name).isFile()) throw wrongKind(path, "file");
      return location.path;
    });
    const run = (await findRunsOfLogs(db, [real])).get(real);
    const complete = !activeStates.some((state) => state === run?.state);
    return new LogFile({ root, logPath: real, wasWritten: true, complete, language: language() });
  }

  /** Tells how much there is in a folder, as far as it can be counted in two seconds. Throws `AppError`. */
  async measure(path: string): Promise<LogMeasure> {
    const now = () => this.#options.clock.monotonic();
    return await measureLogs(this.#files, path, { now, limitMs: MEASURE_LIMIT_MS });
  }

  /**
   * Finds logs below a folder by their names or by a text in them, those that are being written too. Throws `AppError`,
   * `too_many_requests` among them, and the signal's reason when it aborts.
   */
  async search({ q, path, in: where }: LogSearch, signal: AbortSignal): Promise<SearchResult> {
    const { root, searches } = this.#options;
    const bounds = { largest: Infinity, perFile: LINES_OF_ONE, backwards: true };
    const request = { root, path, q, in: where, without: besideLog.source, ...bounds };
    return await searches.search(request, signal);
  }

  /** Packs a folder as an archive of its logs. Throws `wrong_kind` for what is no folder. */
  async archive(path: string): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
    const { folder, path: real } = this.#files.folder(path);
    const name = real.split("/").at(-1) || "logs";
    const language = this.#options.language();
    const options = { without: isBesideLog, contentOf: (log: WalkedEntry) => archivedLog(log, language) };
    return { name: `${name}.tar.gz`, body: await archiveFolder(folder, name, options) };
  }

  /** Tells whether a path is a folder. Throws `not_found`. */
  isFolder(path: string): boolean {
    if (path === "") return true;
    using location = this.#files.location(path, { follow: true });
    const stats = location.folder.find(location.name);
    if (!stats) throw new AppError("not_found");
    return stats.isDirectory();
  }

  /** Deletes a log or a folder for good. Throws `log_in_use` and other `AppError`s. */
  async remove(path: string): Promise<void> {
    await this.#remove(path);
    this.#announce();
  }

  /** Deletes several; one that cannot go keeps none of the others. */
  async removeSeveral(paths: readonly string[]): Promise<Removal[]> {
    const results: Removal[] = [];
    for (const path of paths) {
      try {
        await this.#remove(path);
        results.push({ path });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        results.push({ path, error });
      }
    }
    if (results.some(({ error }) => !error)) this.#announce();
    return results;
  }

  async #remove(path: string): Promise<void> {
    const { db, root } = this.#options;
    await removeLogs({ files: this.#files, root, live: () => listLiveLogs(db) }, path);
  }

  #announce(): void {
    const { bus, clock } = this.#options;
    const at = new Date(clock.now()).toISOString();
    bus.publish({ topic: "logs", type: "log:removed", id: 0, version: 0, at });
  }
}

function newestFirst(a: FileEntry, b: FileEntry): number {
  const [late, early] = [b.modifiedAt ?? "", a.modifiedAt ?? ""];
  return late < early ? -1 : late > early ? 1 : b.name < a.name ? -1 : 1;
}

function ofFolder(entry: FileEntry, newest: LogRun | undefined): LogEntry {
  return { ...plain(entry), taskId: newest?.taskId ?? null, taskName: newest?.taskName ?? null };
}

function ofLog(entry: FileEntry, run: LogRun | undefined): LogEntry {
  return { ...plain(entry), ...run };
}

function plain({ name, path, kind, size, modifiedAt }: FileEntry): LogEntry {
  return { name, path, kind, size, modifiedAt, taskId: null, taskName: null, runId: null, state: null };
}
