// Watches the size of the logs and the memory of the processes of live runs. One timer serves all of them, and none runs
// when nothing is live. Output never passes through here, so a busy or stopped panel neither slows down a run nor loses its
// output.
import { type Instant, instantOf, type Timer } from "../../platform/clock.ts";
import { SessionMemory } from "../../platform/process/session_memory.ts";
import { SparseFiles } from "../../platform/sparse_files.ts";
import type { Base } from "../base.ts";
import { LiveLog } from "./live_log.ts";
import type { OpenLog } from "./open_log.ts";
import { shortenLog } from "./shorten_log.ts";
import type { RunRow } from "../store.ts";

const MEMORY_EVERY_MS = 1_000;
/** A run that ends earlier is over before its memory is measured. */
const FIRST_MEMORY_MS = 100;

export interface LogKeeperOptions extends Pick<Base, "clock" | "logger" | "language"> {
  /** Maximum size of one log in bytes. */
  maxBytes(): number;
  /** Returns whether a process may still write to the log of the run. */
  isHeld(run: RunRow): Promise<boolean>;
}

interface Watched {
  log: LiveLog | null;
  leader: number;
  peak: number | null;
}

export interface WatchedRun {
  /** Null when the log cannot be opened. */
  log: OpenLog | null;
  leader: number;
  /** Whether an earlier panel started the run. */
  resumed: boolean;
}

export class LogKeeper {
  readonly #files = new SparseFiles();
  readonly #memory = new SessionMemory();
  readonly #watched = new Map<number, Watched>();
  #memoryDueAt = Infinity;
  #timer: { at: number; timer: Timer } | null = null;
  #reportedHoles = false;

  constructor(private readonly options: LogKeeperOptions) {}

  watch(runId: number, { log: open, leader, resumed }: WatchedRun): void {
    const { clock, logger, maxBytes } = this.options;
    const log = open && new LiveLog(open, this.#now(), {
      files: this.#files,
      logger,
      maxBytes,
      onCannotFree: () => this.#reportHoles(),
    });
    if (resumed) log?.resume();
    this.#watched.set(runId, { log, leader, peak: null });
    this.#memoryDueAt = Math.min(this.#memoryDueAt, clock.monotonic() + FIRST_MEMORY_MS);
    this.#schedule();
  }

  /** Stops watching a run. Returns the peak memory of its processes in bytes, or null when it was never measured. */
  async finish(runId: number): Promise<number | null> {
    const watched = this.#watched.get(runId);
    this.#watched.delete(runId);
    if (this.#watched.size === 0) this.#rest();
    await watched?.log?.finish(this.#now());
    return watched?.peak ?? null;
  }

  /** Cuts the log of a finished run to its limit. Never throws. */
  async shorten(run: RunRow, log: OpenLog): Promise<void> {
    const { logger, maxBytes, language, isHeld } = this.options;
    try {
      await shortenLog(log, {
        maxBytes: maxBytes(),
        language: language(),
        files: this.#files,
        isHeld: () => isHeld(run),
      });
    } catch (error) {
      logger.warn("failed to shorten a log to its maximum size", { error, run: run.id });
    }
  }

  /** Stops watching all runs; resolves when no work is in progress. */
  async close(): Promise<void> {
    const watched = [...this.#watched.values()];
    this.#watched.clear();
    this.#rest();
    await Promise.all(watched.map(({ log }) => log?.settled()));
    this.#files[Symbol.dispose]();
  }

  #schedule(): void {
    const dues = [...this.#watched.values()].map(({ log }) => log?.dueAt ?? Infinity);
    const at = Math.min(this.#memoryDueAt, ...dues);
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.timer.cancel();
    const { clock } = this.options;
    const timer = clock.after(Math.max(0, at - clock.monotonic()), () => {
      this.#timer = null;
      this.#poll();
      if (this.#watched.size > 0) this.#schedule();
    });
    this.#timer = { at, timer };
  }

  #rest(): void {
    this.#timer?.timer.cancel();
    this.#timer = null;
    this.#memoryDueAt = Infinity;
  }

  #poll(): void {
    const now = this.#now();
    for (const [run, { log }] of this.#watched) {
      try {
        if (log && log.dueAt <= now.monotonic) log.poll(now);
      } catch (error) {
        this.options.logger.warn("failed to read the log of a run", { error, run });
      }
    }
    if (this.#memoryDueAt > now.monotonic) return;
    this.#checkMemory();
    this.#memoryDueAt = now.monotonic + MEMORY_EVERY_MS;
  }

  #checkMemory(): void {
    const readings = this.#memory.check(new Set([...this.#watched.values()].map(({ leader }) => leader)));
    for (const watched of this.#watched.values()) {
      const reading = readings.get(watched.leader);
      if (reading) watched.peak = Math.max(watched.peak ?? 0, reading.resident, reading.highest);
    }
  }

  #reportHoles(): void {
    if (this.#reportedHoles) return;
    this.#reportedHoles = true;
    this.options.logger.warn(
      "the file system of the logs cannot free parts of a file; a log may exceed its maximum size until its run has ended",
    );
  }

  #now(): Instant {
    return instantOf(this.options.clock);
  }
}
