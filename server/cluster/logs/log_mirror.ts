// Brings the logs of other nodes into the logs directory of this panel, at the same paths, so that everything that reads logs
// finds files: live ones grow as their chunks arrive, and whole ones replace them when their runs have ended.
import type { Timer } from "../../platform/clock.ts";
import { instantOf } from "../../platform/clock.ts";
import { Turns } from "../../platform/files/turns.ts";
import { SparseFiles } from "../../platform/sparse_files.ts";
import type { Base } from "../../engine/base.ts";
import type { RemoteLogs } from "../../engine/logs/log_sink.ts";
import { findRemoteRuns, findStoredLog, listLiveRemoteRuns, readChunks, type RemoteRun } from "./log_rows.ts";
import { hasWholeLog, MirrorFile, writeWholeLog } from "./mirror_file.ts";
import { MAX_PACKED_BYTES, unpackLog } from "./packed_log.ts";

/** Notifications can get lost. */
const POLL_MS = 5_000;
const CHUNKS_AT_ONCE = 16;
/** Runs that are looked up together; the last of them sees a row that is as old as it takes to copy the others. */
const AT_ONCE = 20;
/** Files held open; more live runs than this share them. */
const MAX_OPEN = 256;
/** Runs remembered as complete here. */
const MAX_WHOLE = 10_000;

export interface LogMirrorOptions extends Pick<Base, "db" | "clock" | "logger"> {
  /** Directory of all logs. */
  logs: string;
  nodeId: number;
  /** Maximum size of one log in bytes. */
  maxBytes(): number;
}

/** Whether more of a log can be read right away. */
type Progress = "more" | "growing" | "whole";

export class LogMirror implements RemoteLogs {
  readonly #files = new SparseFiles();
  readonly #turns = new Turns();
  readonly #waiting = new Set<number>();
  /** Runs that have not been seen whole; polled. */
  readonly #growing = new Set<number>();
  readonly #open = new Map<number, MirrorFile>();
  readonly #whole = new Set<number>();
  readonly #failed = new Set<number>();
  #timer: Timer | null = null;
  #pulling: Promise<void> | null = null;
  #isClosed = false;

  constructor(private readonly options: LogMirrorOptions) {}

  /** Starts polling for live runs of other nodes. */
  start(): void {
    this.#schedule(0);
  }

  /** Called when something of the log of a run was stored, by any node. */
  notify(runId: number): void {
    if (this.#isClosed || this.#whole.has(runId)) return;
    this.#waiting.add(runId);
    this.#pulling ??= this.#pullAll().finally(() => this.#pulling = null);
  }

  async fetch(runId: number): Promise<void> {
    if (this.#whole.has(runId)) return;
    for (let progress: Progress = "more"; progress === "more" && !this.#isClosed;) {
      progress = await this.#pullSafely(runId);
    }
  }

  /** Resolves when nothing that was notified is left to do. */
  async settled(): Promise<void> {
    while (this.#pulling) await this.#pulling;
  }

  /** Stops; files stay as they are and are continued later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#waiting.clear();
    await this.#pulling;
    await this.#turns.take(() => Promise.resolve());
    for (const file of this.#open.values()) file.close();
    this.#open.clear();
    this.#files[Symbol.dispose]();
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed) return;
    this.#timer = this.options.clock.after(delayMs, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    const { db, nodeId, logger } = this.options;
    try {
      for (const id of await listLiveRemoteRuns(db, nodeId)) this.#growing.add(id);
      for (const id of this.#growing) this.notify(id);
    } catch (error) {
      logger.warn("failed to find the logs of other nodes", { error });
    }
    this.#schedule(POLL_MS);
  }

  // One after the other, a part at a time, so that no log makes the others wait.
  async #pullAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const ids = [...this.#waiting].slice(0, AT_ONCE);
      for (const id of ids) this.#waiting.delete(id);
      const found = this.#find(ids);
      found.catch(() => {}); // each of them reports it
      for (const id of ids) {
        if (await this.#pullSafely(id, found) === "more") this.#waiting.add(id);
      }
    }
  }

  async #find(ids: readonly number[]): Promise<Map<number, RemoteRun>> {
    const { db, nodeId } = this.options;
    return this.#isClosed ? new Map() : await findRemoteRuns(db, ids, nodeId);
  }

  async #pullSafely(runId: number, found = this.#find([runId])): Promise<Progress> {
    try {
      const progress = await this.#turns.take(async () => await this.#pull(runId, await found));
      this.#failed.delete(runId);
      return progress;
    } catch (error) {
      this.#closeFile(runId);
      // The poll tries again.
      this.#growing.add(runId);
      if (!this.#failed.has(runId) && !this.#isClosed) {
        this.options.logger.warn("failed to copy the log of a run on another node", { error, run: runId });
      }
      this.#failed.add(runId);
      return "growing";
    }
  }

  async #pull(runId: number, found: ReadonlyMap<number, RemoteRun>): Promise<Progress> {
    const run = found.get(runId);
    if (run === undefined || this.#isClosed) {
      this.#leave(runId);
      return "growing";
    }
    const { storedSize } = run;
    return storedSize === null ? await this.#append(run) : await this.#complete(run, storedSize);
  }

  async #complete(run: RemoteRun, size: number): Promise<Progress> {
    const { db, logs } = this.options;
    const wasOpen = this.#open.has(run.id);
    if (wasOpen || !hasWholeLog(logs, run.log_path, size)) {
      checkPath(run);
      const { content } = run;
      const stored = content === null ? await findStoredLog(db, run.id) : { size, content };
      // Removed since.
      if (stored === null) return "more";
      if (stored.size > MAX_PACKED_BYTES * 2) throw new Error("the stored log is too large");
      await writeWholeLog(logs, run.log_path, await unpackLog(stored));
    }
    this.#leave(run.id);
    if (this.#whole.size >= MAX_WHOLE) this.#whole.clear();
    this.#whole.add(run.id);
    return "whole";
  }

  async #append(run: RemoteRun): Promise<Progress> {
    const { db, clock, maxBytes } = this.options;
    if (run.isOver) this.#growing.delete(run.id);
    else this.#growing.add(run.id);
    // No file without output: the log may have been removed.
    const isKnown = this.#open.get(run.id)?.path === run.log_path;
    if (!isKnown && (await readChunks(db, run.id, 0, 1)).length === 0) return "growing";
    const file = await this.#file(run);
    const before = file.next;
    const chunks = await readChunks(db, run.id, before, CHUNKS_AT_ONCE);
    await file.append(chunks);
    await file.update(instantOf(clock), maxBytes());
    if (chunks.length === CHUNKS_AT_ONCE && file.next > before) return "more";
    if (run.isOver) this.#closeFile(run.id);
    return "growing";
  }

  async #file(run: RemoteRun): Promise<MirrorFile> {
    const open = this.#open.get(run.id);
    if (open?.path === run.log_path) return open;
    this.#closeFile(run.id);
    checkPath(run);
    const file = await MirrorFile.open(this.options.logs, run.log_path, this.#files);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= MAX_OPEN) this.#closeFile(oldest);
    this.#open.set(run.id, file);
    return file;
  }

  #leave(runId: number): void {
    this.#growing.delete(runId);
    this.#closeFile(runId);
  }

  #closeFile(runId: number): void {
    this.#open.get(runId)?.close();
    this.#open.delete(runId);
  }
}

// Another node could name the path of a log of this one.
function checkPath({ log_path, isPathTaken }: RemoteRun): void {
  if (isPathTaken) throw new Error(`the log ${log_path} belongs to another run`);
}
