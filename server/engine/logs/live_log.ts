// One log while its run is live: how fast it grows, when it had which size, and which part is cut to keep it small. A run
// that prints little only costs a check of its file size.
import type { Instant } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import type { SparseFiles } from "../../platform/sparse_files.ts";
import { cutGrowingLog } from "./cut_growing_log.ts";
import { LogTimes } from "./log_times.ts";
import type { OpenLog } from "./open_log.ts";

const FIRST_POLL_MS = 25;
const LAST_POLL_MS = 250;
/** A run that ends earlier gets no times file. */
const YOUNG_MS = 250;

export interface LiveLogOptions {
  files: SparseFiles;
  logger: Logger;
  maxBytes(): number;
  /** Called once when the file system cannot free a part of a file. */
  onCannotFree(): void;
}

export class LiveLog {
  readonly #times: LogTimes;
  readonly #bornAt: number;
  #size = 0;
  #polledAt: number;
  #pauseMs = FIRST_POLL_MS;
  #busy: Promise<void> = Promise.resolve();
  #isIdle = true;
  #hasComplained = false;

  constructor(private readonly log: OpenLog, born: Instant, private readonly options: LiveLogOptions) {
    this.#bornAt = this.#polledAt = born.monotonic;
    this.#times = new LogTimes(log);
  }

  /** Resumes the log of a run that an earlier panel started. */
  resume(): void {
    this.#do(() => this.#times.resume());
  }

  /** When the log should be polled again, in monotonic time (ms). */
  get dueAt(): number {
    return this.#polledAt + this.#pauseMs;
  }

  /** Polls the log, and starts the work that is due unless earlier work is still in progress. */
  poll(now: Instant): void {
    const { size } = this.log;
    this.#adapt(size, now);
    this.#times.note({ at: now.wall, size });
    if (this.#isIdle) this.#do(() => this.#run(now));
  }

  /** Polls one last time; resolves when no work is in progress. */
  async finish(now: Instant): Promise<void> {
    await this.#busy;
    this.#size = this.log.size;
    this.#times.noteLast({ at: now.wall, size: this.#size });
    if (this.#isYoung(now) && this.#times.head.gap === null) return;
    await this.#times.flush().catch((error) => this.#complain(error));
  }

  /** Resolves when no work is in progress. */
  async settled(): Promise<void> {
    await this.#busy;
  }

  #do(action: () => Promise<void>): void {
    this.#isIdle = false;
    this.#busy = action().catch((error) => this.#complain(error)).finally(() => this.#isIdle = true);
  }

  // Polls often while the log is new or grows fast, so that it never exceeds its limit by much; otherwise rarely.
  #adapt(size: number, { monotonic }: Instant): void {
    const elapsed = Math.max(1, monotonic - this.#polledAt);
    const perMs = Math.max(0, size - this.#size) / elapsed;
    const safeMs = perMs === 0 ? Infinity : this.options.maxBytes() / 8 / perMs;
    this.#pauseMs = Math.max(FIRST_POLL_MS, Math.min(LAST_POLL_MS, this.#pauseMs * 2, safeMs));
    this.#size = size;
    this.#polledAt = monotonic;
  }

  async #run(now: Instant): Promise<void> {
    await this.#cut();
    if (!this.#isYoung(now)) await this.#times.flush();
  }

  async #cut(): Promise<void> {
    const { files, maxBytes, onCannotFree } = this.options;
    const limits = { size: this.#size, maxBytes: maxBytes(), files };
    if (!await cutGrowingLog(this.log, this.#times, limits)) onCannotFree();
  }

  #isYoung({ monotonic }: Instant): boolean {
    return monotonic - this.#bornAt < YOUNG_MS;
  }

  #complain(error: unknown): void {
    if (this.#hasComplained) return;
    this.#hasComplained = true;
    this.options.logger.warn("failed to limit the size of a log", {
      error,
      log: this.log.path,
    });
  }
}
