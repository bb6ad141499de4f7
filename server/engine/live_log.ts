// One log while its run is live: how fast it grows, when it had which size, and what of it is left out to keep it small. Looking
// at a file's size is all that it costs a run that prints little.
import type { Instant } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import { roundToBlock, type SparseFiles } from "../platform/sparse_files.ts";
import { findGap, remainingParts } from "./log_cut.ts";
import { LogTimes } from "./log_times.ts";
import type { OpenLog } from "./open_log.ts";

const FIRST_POLL_MS = 25;
const LAST_POLL_MS = 250;
/** A run that is over before that gets no file with times. */
const YOUNG_MS = 250;

export interface LiveLogOptions {
  files: SparseFiles;
  logger: Logger;
  maxBytes(): number;
  /** Called once, when the file system cannot free a part of a file. */
  onCannotFree(): void;
}

export class LiveLog {
  readonly #log: OpenLog;
  readonly #options: LiveLogOptions;
  readonly #times: LogTimes;
  readonly #bornAt: number;
  #size = 0;
  #polledAt: number;
  #pauseMs = FIRST_POLL_MS;
  #busy: Promise<void> = Promise.resolve();
  #isIdle = true;
  #hasComplained = false;

  constructor(log: OpenLog, born: Instant, options: LiveLogOptions) {
    this.#log = log;
    this.#options = options;
    this.#bornAt = this.#polledAt = born.monotonic;
    this.#times = new LogTimes(log);
  }

  /** Goes on with the log of a run that an earlier panel started. */
  resume(): void {
    this.#do(() => this.#times.resume());
  }

  /** When it should be looked at again, on the clock that only grows. */
  get dueAt(): number {
    return this.#polledAt + this.#pauseMs;
  }

  /** Looks at the log, and starts what is to be done about it unless that is still under way. */
  poll(now: Instant): void {
    const { size } = this.#log;
    this.#adapt(size, now);
    this.#times.note({ at: now.wall, size });
    if (this.#isIdle) this.#do(() => this.#run(now));
  }

  /** Looks a last time; resolves when nothing is under way any more. */
  async finish(now: Instant): Promise<void> {
    await this.#busy;
    this.#size = this.#log.size;
    this.#times.noteLast({ at: now.wall, size: this.#size });
    if (this.#isYoung(now) && this.#times.head.gap === null) return;
    await this.#times.flush().catch((error) => this.#complain(error));
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#busy;
  }

  #do(action: () => Promise<void>): void {
    this.#isIdle = false;
    this.#busy = action().catch((error) => this.#complain(error)).finally(() => this.#isIdle = true);
  }

  // Often when new or growing fast, so that it never gets far over its limit; else seldom.
  #adapt(size: number, { monotonic }: Instant): void {
    const elapsed = Math.max(1, monotonic - this.#polledAt);
    const perMs = Math.max(0, size - this.#size) / elapsed;
    const safeMs = perMs === 0 ? Infinity : this.#options.maxBytes() / 8 / perMs;
    this.#pauseMs = Math.max(FIRST_POLL_MS, Math.min(LAST_POLL_MS, this.#pauseMs * 2, safeMs));
    this.#size = size;
    this.#polledAt = monotonic;
  }

  async #run(now: Instant): Promise<void> {
    await this.#cut();
    if (!this.#isYoung(now)) await this.#times.flush();
  }

  async #cut(): Promise<void> {
    const maxBytes = this.#options.maxBytes();
    const { gap } = this.#times.head;
    const { first, last } = remainingParts(maxBytes);
    if (this.#size - (gap?.end ?? first) <= last + maxBytes / 8) return;
    const wider = await this.#log.use((log) => findGap(log, { size: this.#size, maxBytes, gap }));
    if (!wider || wider === gap) return;
    // Said before it is done, so that nobody reads as output what is only a hole. On a full disk it can only be said after.
    const output = await this.#times.setHead({ ...this.#times.head, gap: wider }).then(
      () => true,
      () => false,
    );
    const from = gap ? Math.max(wider.start, roundToBlock(gap.end)) : wider.start;
    const isFreed = await this.#log.use((log) => this.#options.files.free(log, from, wider.end));
    if (!isFreed) this.#options.onCannotFree();
    if (!output) await this.#times.flush();
  }

  #isYoung({ monotonic }: Instant): boolean {
    return monotonic - this.#bornAt < YOUNG_MS;
  }

  #complain(error: unknown): void {
    if (this.#hasComplained) return;
    this.#hasComplained = true;
    this.#options.logger.warn("the size of a log could not be kept in check", {
      fault: error,
      log: this.#log.path,
    });
  }
}
