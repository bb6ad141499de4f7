// Follows the log of a run for all its live readers: a single poll detects new output, and readers at the
// same location share one read. The cost of a log does not grow with its readers.
import type { Clock, Timer } from "../../platform/clock.ts";
import type { LogFile } from "./log_file.ts";

/** Time between two polls. */
export const POLL_MS = 250;

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
  readonly #open: () => Promise<LogFile>;
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();
  #polled: Promise<PolledLog> | null = null;
  #version = 0;
  #found = "";
  #timer: Timer | null = null;
  #isPolling = false;
  #shared: { key: string; read: Promise<unknown> } | null = null;

  constructor(open: () => Promise<LogFile>, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

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
    this.#timer = this.#clock.after(POLL_MS, () => {
      this.#timer = null;
      // The waiters receive the error.
      this.#poll().catch(() => {});
    });
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  async #poll(): Promise<PolledLog> {
    this.#isPolling = true;
    const polled = this.#look();
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

  async #look(): Promise<PolledLog> {
    const log = await this.#open();
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
  readonly #clock: Clock;
  readonly #followed = new Map<number, { follower: LogFollower; readers: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of logs being followed. */
  get size(): number {
    return this.#followed.size;
  }

  /** Follows the log of a run together with its other readers. Call `leave` exactly once. */
  follow(runId: number, open: () => Promise<LogFile>): { follower: LogFollower; leave(): void } {
    const followed = this.#followed.get(runId) ??
      { follower: new LogFollower(open, this.#clock), readers: 0 };
    this.#followed.set(runId, followed);
    followed.readers++;
    const leave = () => {
      if (--followed.readers === 0) this.#followed.delete(runId);
    };
    return { follower: followed.follower, leave };
  }
}
