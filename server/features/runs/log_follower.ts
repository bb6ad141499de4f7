// Follows the log of a run for all who read it live: one poll finds out for all of them whether there is more, and readers at the
// same position share what is read. What a log costs does not grow with its readers.
import type { Clock, Timer } from "../../platform/clock.ts";
import type { LogFile } from "./log_file.ts";

/** Time between two polls. */
export const POLL_MS = 250;

/** A log as the newest poll found it. */
export interface PolledLog {
  log: LogFile;
  /** Counts the changes that polls found. */
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

  /** The log as the newest poll found it. Rejects with what opening it throws. */
  async current(): Promise<PolledLog> {
    return await (this.#polled ?? this.#poll());
  }

  /** Waits for the next poll, whatever it finds, or until the signal aborts. Rejects with what opening the log throws. */
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

  /** Reads something once for all who want the same one after the other. The key is to name all that it depends on. */
  async share<T>(key: string, read: () => Promise<T>): Promise<T> {
    if (this.#shared?.key !== key) this.#shared = { key, read: read() };
    // The key says what was read.
    return await (this.#shared.read as Promise<T>);
  }

  #arm(): void {
    // A poll that is under way wakes everybody when it is done.
    if (this.#timer !== null || this.#isPolling) return;
    this.#timer = this.#clock.after(POLL_MS, () => {
      this.#timer = null;
      // Whoever waits hears of an error.
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

/** The logs that are read live. */
export class LogFollowers {
  readonly #clock: Clock;
  readonly #followed = new Map<number, { follower: LogFollower; readers: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many logs are followed. */
  get size(): number {
    return this.#followed.size;
  }

  /** Follows the log of a run, together with all who do. `leave` is to be called once. */
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
