// Follows the log of a run for all its live readers: a single poll detects new output, and readers at the same location
// share one read. So that new lines appear at once, the size of the file is checked 40 times a second; less often the more
// readers all logs have, because each of them receives an event for each change.
import type { Clock, Timer } from "../../platform/clock.ts";
import type { LogFile } from "./log_file.ts";

/** Time between two polls while the size of the file stays. */
export const POLL_MS = 250;
/** Time between two checks of a file while all logs together have few readers. */
const CHECK_MS = 25;
const FEW_READERS = 20;

/** A log as of the latest poll. */
export interface PolledLog {
  log: LogFile;
  /** Number of changes that polls have detected. */
  version: number;
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

export class LogFollower {
  readonly #waiting = new Set<Waiting>();
  #polled: Promise<PolledLog> | null = null;
  #polledAt = 0;
  /** What the latest poll has opened, and the size of its file before. */
  #opened: { log: LogFile; size: number } | null = null;
  #version = 0;
  #found = "";
  #timer: Timer | null = null;
  #isPolling = false;
  #shared: { key: string; read: Promise<unknown> } | null = null;

  /** `checkMs` returns the time between two checks of the file. */
  constructor(
    private readonly open: () => Promise<LogFile>,
    private readonly clock: Clock,
    private readonly checkMs: () => number,
  ) {}

  /** Returns the log as of the latest poll. Rejects with the error of opening it. */
  async current(): Promise<PolledLog> {
    return await (this.#polled ?? this.#poll());
  }

  /**
   * Waits for the next poll, whatever its result, or until the signal aborts. Rejects with the error of
   * opening the log.
   */
  async nextPoll(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { resolve, reject };
    const leave = () => {
      this.#waiting.delete(waiting);
      if (this.#waiting.size === 0) this.#disarm();
      resolve();
    };
    this.#waiting.add(waiting);
    signal.addEventListener("abort", leave, { once: true });
    this.#arm();
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /**
   * Shares one read among consecutive requests for the same data. The key must name everything the read
   * depends on.
   */
  async share<T>(key: string, read: () => Promise<T>): Promise<T> {
    if (this.#shared?.key !== key) this.#shared = { key, read: read() };
    // The key determines the type.
    return await (this.#shared.read as Promise<T>);
  }

  #arm(): void {
    // A poll in progress wakes all waiters when it is done.
    if (this.#timer !== null || this.#isPolling) return;
    const untilPollMs = this.#polledAt + POLL_MS - this.clock.monotonic();
    this.#timer = this.clock.after(Math.min(this.checkMs(), untilPollMs), () => {
      this.#timer = null;
      if (!this.#isPollDue()) return this.#arm();
      // The waiters receive the error.
      this.#poll().catch(() => {});
    });
  }

  #isPollDue(): boolean {
    if (this.#opened === null || this.clock.monotonic() >= this.#polledAt + POLL_MS) return true;
    return this.#opened.log.sizeAtPath() !== this.#opened.size;
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  async #poll(): Promise<PolledLog> {
    this.#isPolling = true;
    this.#polledAt = this.clock.monotonic();
    const polled = this.#openLog();
    this.#polled ??= polled;
    try {
      await polled;
      this.#polled = polled;
      this.#wake((one) => one.resolve());
    } catch (error) {
      this.#polled = null;
      this.#wake((one) => one.reject(error));
    } finally {
      this.#isPolling = false;
    }
    return await polled;
  }

  #wake(settle: (waiting: Waiting) => void): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const one of waiting) settle(one);
  }

  async #openLog(): Promise<PolledLog> {
    const log = await this.open();
    this.#opened = { log, size: log.sizeAtPath() };
    const found = JSON.stringify([log.complete, await log.shape()]);
    if (found !== this.#found) {
      this.#found = found;
      this.#version++;
      this.#shared = null;
    }
    return { log, version: this.#version };
  }
}

/** The logs with live readers. */
export class LogFollowers {
  readonly #followed = new Map<number, { follower: LogFollower; readers: number }>();
  #readers = 0;

  constructor(private readonly clock: Clock) {}

  /** Number of logs being followed. */
  get size(): number {
    return this.#followed.size;
  }

  /** Follows the log of a run together with its other readers. Call `leave` exactly once. */
  follow(runId: number, open: () => Promise<LogFile>): { follower: LogFollower; leave(): void } {
    const followed = this.#followed.get(runId) ??
      { follower: new LogFollower(open, this.clock, () => this.#checkMs()), readers: 0 };
    this.#followed.set(runId, followed);
    followed.readers++;
    this.#readers++;
    const leave = () => {
      this.#readers--;
      if (--followed.readers === 0) this.#followed.delete(runId);
    };
    return { follower: followed.follower, leave };
  }

  #checkMs(): number {
    return Math.min(POLL_MS, CHECK_MS * Math.max(1, this.#readers / FEW_READERS));
  }
}
