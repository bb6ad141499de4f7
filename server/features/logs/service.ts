import { AppError } from "../../contract/app_error.ts";
import type { FileEntry, SearchHit, SearchResult } from "../../contract/files.ts";
import type { LogEntry, LogMeasure, LogsSearchResult, LogTree } from "../../contract/logs.ts";
import type { Base } from "../../engine/base.ts";
import type { RemoteLogs } from "../../engine/logs/log_sink.ts";
import { activeStates } from "../../engine/states.ts";
import { archiveFolder } from "../../platform/files/archive_folder.ts";
import { errorCode, withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import { FilesRoot, type Location } from "../../platform/files/files_root.ts";
import type { FolderSearches } from "../../platform/files/folder_searches.ts";
import { listFolder } from "../../platform/files/list_folder.ts";
import { type WalkedEntry, walkTree } from "../../platform/files/walk_tree.ts";
import { LogFile } from "../runs/log_file.ts";
import { archivedLog, besideLog, isBesideLog, isWithin, namesOfLog } from "./archived_log.ts";
import { findLogsByTaskName } from "./find_by_task_name.ts";
import { findNewestRuns, findRunsOfLogs, listLiveLogs, type LogRun, removeStoredLogs } from "./store.ts";
import { renameSync, unlinkSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { RESERVED_PREFIX } from "../../platform/files/path_names.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { removeEmptyFolders } from "../runs/remove_log.ts";

// Deletes logs permanently, whatever the panel writes meanwhile: a folder is first renamed in one step, so
// that a run that starts now recreates its folder instead of losing its log.

/** Prefix of folders that are being deleted; those left by a crash are removed with the next. */
const LEAVING_PREFIX = `${RESERVED_PREFIX}leaving-`;
const MEASURE_LIMIT_MS = 2_000;
/** Maximum number of lines per log in a search, so that a verbose log does not hide the others. */
const LINES_OF_ONE = 20;
/** Maximum number of logs per task in a search by name, so that a task that runs often does not hide the others. */
const LOGS_OF_ONE = 20;

interface RemoveOptions {
  files: FilesRoot;
  /** Directory of all logs. */
  root: string;
  live(): Promise<string[]>;
}

/**
 * Deletes a log with its companion files, or a folder, and then the parent folders that are empty. Throws
 * `log_in_use` if a process still writes to one of them, and other `AppError`s.
 */
async function removeLogs(options: RemoveOptions, path: string): Promise<void> {
  const { files, live } = options;
  await withFileErrors(path, async () => {
    using location = files.location(path);
    const written = (await live()).find((one) => isWithin(one, location.path));
    if (written !== undefined) throw new AppError("log_in_use", { path: written });
    if (location.folder.check(location.name).isDirectory()) await removeFolder(options, location);
    else removeFiles(location);
    removeEmptyFolders(files, [dirname(location.path)]);
  });
}

function removeFiles({ folder, name }: Location): void {
  const [log = name, ...beside] = namesOfLog(name);
  unlinkSync(folder.at(log));
  for (const one of beside) {
    try {
      unlinkSync(folder.at(one));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}

async function removeFolder({ files, root, live }: RemoveOptions, location: Location): Promise<void> {
  const leaving = join(root, `${LEAVING_PREFIX}${randomUUID()}`);
  renameSync(location.folder.at(location.name), leaving);
  // Logs that were started between the check and the rename.
  for (const path of await live()) {
    if (isWithin(path, location.path)) bringBack(files, { leaving, folder: location.path }, path);
  }
  for (const name of await readdir(root)) {
    if (name.startsWith(LEAVING_PREFIX)) await rm(join(root, name), { recursive: true, force: true });
  }
}

// Uses the resolver at both ends, because the renamed folder may contain links. Clients cannot send its name,
// so it is the root here.
function bringBack(files: FilesRoot, from: { leaving: string; folder: string }, log: string): void {
  const left = new FilesRoot(from.leaving);
  for (const path of namesOfLog(log)) {
    try {
      using source = left.location(path.slice(from.folder.length + 1));
      using target = files.location(path, { make: true });
      renameSync(source.folder.at(source.name), target.folder.at(target.name));
    } catch (error) {
      if (errorCode(error) !== "ENOENT" && !(error instanceof AppError)) throw error;
    }
  }
}

export interface LogsOptions extends Pick<Base, "db" | "clock" | "bus" | "language"> {
  /** Directory of all logs. */
  root: string;
  searches: FolderSearches;
  /** Logs of other nodes; none if missing. */
  remoteLogs?: RemoteLogs;
}

export interface LogSearch {
  q: string;
  path: string;
  in: "names" | "contents";
}

/** The result for one of several paths. */
export interface Removal {
  path: string;
  error?: AppError;
}

export class Logs {
  readonly #files: FilesRoot;

  constructor(private readonly options: LogsOptions) {
    this.#files = new FilesRoot(options.root);
  }

  /** Lists a folder: subfolders by name, then logs, newest first. Throws `AppError`. */
  async tree(path: string): Promise<LogTree> {
    const { entries } = await listFolder(this.#files, path);
    const logEntries = entries.filter(({ name }) => !isBesideLog(name));
    const folders = logEntries.filter(({ kind }) => kind === "folder");
    const logs = logEntries.filter(({ kind }) => kind !== "folder").sort(newestFirst);
    const { db } = this.options;
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

  /** Opens a log for reading, whether or not its run is known. Throws `AppError`. */
  async open(path: string): Promise<LogFile> {
    const { db, root, language, remoteLogs } = this.options;
    if (remoteLogs) {
      const remote = (await findRunsOfLogs(db, [path])).get(path);
      if (remote) await remoteLogs.fetch(remote.runId);
    }
    const real = await withFileErrors(path, () => {
      using location = this.#files.location(path, { follow: true });
      if (!location.folder.check(location.name).isFile()) throw wrongKind(path, "file");
      return location.path;
    });
    const run = (await findRunsOfLogs(db, [real])).get(real);
    const complete = !activeStates.some((state) => state === run?.state);
    return new LogFile({ root, logPath: real, wasWritten: true, complete, language: language() });
  }

  /** Returns the content of a folder in numbers, as far as it can be counted in two seconds. Throws `AppError`. */
  async measure(path: string): Promise<LogMeasure> {
    const now = () => this.options.clock.monotonic();
    return await measureLogs(this.#files, path, { now, limitMs: MEASURE_LIMIT_MS });
  }

  /**
   * Finds logs below a folder by name or by a text in them, including those being written. Throws `AppError`,
   * including `too_many_requests`, and the signal's reason when it aborts.
   */
  async search({ q, path, in: where }: LogSearch, signal: AbortSignal): Promise<LogsSearchResult> {
    const { db, root, searches } = this.options;
    const bounds = { largest: Infinity, perFile: LINES_OF_ONE, backwards: true, rendered: true };
    const request = { root, path, q, in: where, without: besideLog.source, ...bounds };
    const [byPath, ofTasks] = await Promise.all([
      searches.search(request, signal),
      where === "names" ? this.#findByTask(q, path) : { hits: [], complete: true },
    ]);
    const known = new Set(ofTasks.hits.map((hit) => hit.path));
    const hits = [...ofTasks.hits, ...byPath.hits.filter((hit) => !known.has(hit.path))];
    const logs = [...new Set(hits.flatMap((hit) => hit.kind === "file" ? hit.path : []))];
    const folders = hits.flatMap((hit) => hit.kind === "folder" ? hit.path : []);
    const [runs, newest] = await Promise.all([findRunsOfLogs(db, logs), findNewestRuns(db, folders)]);
    const headers = new Map<string, number>();
    for (const { path: log, line } of hits) {
      if (line !== null && !headers.has(log)) headers.set(log, await this.#headerLines(log));
    }
    return {
      hits: hits.map((hit) => ({
        ...hit,
        headerLines: headers.get(hit.path) ?? 0,
        ...(hit.kind === "folder" ? ofFolderHit(newest.get(hit.path)) : ofLogHit(runs.get(hit.path))),
      })),
      complete: byPath.complete && ofTasks.complete,
    };
  }

  /** Finds the logs of tasks by the name that a task has now, or had at the time of the run: the newest of each. */
  async #findByTask(q: string, path: string): Promise<SearchResult> {
    const { db, remoteLogs } = this.options;
    const { logs, complete } = await findLogsByTaskName(db, q, LOGS_OF_ONE);
    const hits: SearchHit[] = [];
    for (const log of logs) {
      if (!isWithin(log.path, path)) continue;
      // Retention leaves the run without its log; that of another node is fetched when it is opened.
      if (!this.#exists(log.path) && !(remoteLogs && log.isStored)) continue;
      hits.push({ path: log.path, kind: "file", line: null, text: null });
    }
    return { hits, complete };
  }

  #exists(path: string): boolean {
    try {
      using location = this.#files.location(path);
      return location.folder.find(location.name)?.isFile() ?? false;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  async #headerLines(logPath: string): Promise<number> {
    const { root, language } = this.options;
    const log = new LogFile({ root, logPath, wasWritten: true, complete: true, language: language() });
    return await log.headerLines();
  }

  /** Packs a folder as an archive of its logs. Throws `wrong_kind` if it is not a folder. */
  async archive(path: string): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
    const { folder, path: real } = this.#files.folder(path);
    const name = real.split("/").at(-1) || "logs";
    const language = this.options.language();
    const options = { without: isBesideLog, contentOf: (log: WalkedEntry) => archivedLog(log, language) };
    return { name: `${name}.tar.gz`, body: await archiveFolder(folder, name, options) };
  }

  /** Returns whether a path is a folder. Throws `not_found`. */
  isFolder(path: string): boolean {
    if (path === "") return true;
    using location = this.#files.location(path, { follow: true });
    const stats = location.folder.find(location.name);
    if (!stats) throw new AppError("not_found");
    return stats.isDirectory();
  }

  /** Deletes a log or folder permanently. Throws `log_in_use` and other `AppError`s. */
  async remove(path: string): Promise<void> {
    await this.#remove(path);
    this.#announce();
  }

  /** Deletes several; a failure does not stop the others. */
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
    const { db, root } = this.options;
    await removeLogs({ files: this.#files, root, live: () => listLiveLogs(db) }, path);
    await removeStoredLogs(db, path);
  }

  #announce(): void {
    const { bus, clock } = this.options;
    const at = isoTime(clock.now());
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
  return { ...plain(entry), ...(run && withoutTime(run)) };
}

const noRun = { taskId: null, taskName: null, runId: null, state: null, at: null };

function ofFolderHit(newest: LogRun | undefined) {
  return { ...noRun, taskId: newest?.taskId ?? null, taskName: newest?.taskName ?? null };
}

function ofLogHit(run: LogRun | undefined) {
  return run ? { ...withoutTime(run), at: isoTime(run.at) } : noRun;
}

function withoutTime({ taskId, taskName, runId, state }: LogRun): Omit<LogRun, "at"> {
  return { taskId, taskName, runId, state };
}

function plain({ name, path, kind, size, modifiedAt }: FileEntry): LogEntry {
  return { name, path, kind, size, modifiedAt, taskId: null, taskName: null, runId: null, state: null };
}

/**
 * Counts the logs in and below a folder and the total bytes, up to a deadline in ms of `now`. Throws
 * `AppError`.
 */
async function measureLogs(
  files: FilesRoot,
  path: string,
  { now, limitMs }: { now(): number; limitMs: number },
): Promise<LogMeasure> {
  return await withFileErrors(path, async () => {
    const deadline = now() + limitMs;
    using location = files.location(path);
    const { size } = location.folder.check(location.name);
    using folder = location.folder.enter(location.name);
    if (folder === null) return { count: 1, size, complete: true };
    const measure: LogMeasure = { count: 0, size: 0, complete: true };
    for await (const { name, stats } of walkTree(folder)) {
      if (now() > deadline) return { ...measure, complete: false };
      if (stats.isDirectory()) continue;
      measure.size += stats.size;
      if (!isBesideLog(name)) measure.count++;
    }
    return measure;
  });
}
