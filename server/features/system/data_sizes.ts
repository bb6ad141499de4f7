// Measures how much disk space each part of the data folder takes. A folder may contain a million logs: who asks waits a
// moment, counting continues to the end, and its result is good for much longer than it took.
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../platform/clock.ts";

const GOOD_FOR_MS = 60_000;
/** Of the time, at most this share is spent on counting. */
const SHARE = 0.02;
const WAIT_MS = 400;

export interface DataSizes {
  parts: { name: string; bytes: number }[];
  /** Whether everything has been counted. */
  complete: boolean;
}

interface Count {
  startedAt: number;
  sizes: Map<string, number>;
  /** How long it took; null while it continues. */
  tookMs: number | null;
  done: Promise<void>;
}

export class DataFolderSizes {
  #count: Count | null = null;
  /** The last one to its end. */
  #whole: DataSizes | null = null;

  constructor(private readonly root: string, private readonly clock: Clock) {}

  /** Returns the sizes, largest first: those of a recent count, or what a new one finds within 400 ms. Rejects when it fails. */
  async measure(): Promise<DataSizes> {
    const count = this.#count = this.#current() ?? this.#start();
    if (count.tookMs === null) await this.#wait(count.done);
    if (count.tookMs === null) return this.#whole ?? { parts: partsOf(count.sizes), complete: false };
    return this.#whole = { parts: partsOf(count.sizes), complete: true };
  }

  #current(): Count | null {
    if (this.#count === null || this.#count.tookMs === null) return this.#count;
    const { startedAt, tookMs } = this.#count;
    const isGood = this.clock.monotonic() - startedAt <= Math.max(GOOD_FOR_MS, tookMs / SHARE);
    return isGood ? this.#count : null;
  }

  #start(): Count {
    const startedAt = this.clock.monotonic();
    const sizes = new Map<string, number>();
    const count: Count = { startedAt, sizes, tookMs: null, done: Promise.resolve() };
    count.done = countParts(this.root, sizes).then(
      () => void (count.tookMs = this.clock.monotonic() - startedAt),
      (error) => {
        // The next one tries again.
        if (this.#count === count) this.#count = null;
        throw error;
      },
    );
    return count;
  }

  async #wait(done: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.clock.after(WAIT_MS, resolve);
    await Promise.race([done, promise]).finally(() => timer.cancel());
  }
}

function partsOf(sizes: ReadonlyMap<string, number>): DataSizes["parts"] {
  return [...sizes].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

async function countParts(root: string, sizes: Map<string, number>): Promise<void> {
  for (const name of await namesIn(root)) {
    const part = partOf(name);
    await countBelow(join(root, name), (bytes) => sizes.set(part, (sizes.get(part) ?? 0) + bytes));
  }
}

// The database counts as one part, though it consists of three files; small files have no meaningful name.
function partOf(name: string): string {
  if (name.startsWith("sundial.sqlite")) return "database";
  return /^[a-z][a-z-]*$/.test(name) ? name : "other";
}

async function countBelow(path: string, add: (bytes: number) => void): Promise<void> {
  try {
    const stats = await lstat(path);
    if (!stats.isDirectory()) return add(stats.blocks * 512);
    for await (const { name } of await opendir(path)) await countBelow(join(path, name), add);
  } catch {
    // Deleted meanwhile.
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder)) names.push(name);
  return names;
}
