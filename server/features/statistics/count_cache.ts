import type { Clock } from "../../platform/clock.ts";
import type { RunStatistics } from "./statistics.ts";

/** Retention removes runs, and days end, without a run that finishes. */
const MAX_AGE_MS = 60_000;
const MAX_ENTRIES = 50;

interface Entry {
  /** The last finished runs when it was counted. */
  basis: string;
  countedAt: number;
  result: Promise<RunStatistics>;
}

/** The statistics that pages asked for lately. Counting 100,000 runs takes the worker half a second. */
export class CountCache {
  /** By request; the last used entry comes last. */
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly clock: Clock) {}

  /** Returns the statistics of a request, counted anew when its basis has changed or after a minute. */
  async get(
    request: string,
    basis: string,
    count: () => Promise<RunStatistics>,
  ): Promise<RunStatistics> {
    const now = this.clock.now();
    const known = this.#entries.get(request);
    this.#entries.delete(request);
    const isFresh = known?.basis === basis && Math.abs(now - known.countedAt) < MAX_AGE_MS;
    const entry = known && isFresh ? known : { basis, countedAt: now, result: count() };
    this.#entries.set(request, entry);
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= MAX_ENTRIES) break;
      this.#entries.delete(oldest);
    }
    try {
      return await entry.result;
    } catch (error) {
      if (this.#entries.get(request) === entry) this.#entries.delete(request);
      throw error;
    }
  }
}
