// Measures how much disk space each part of the data folder takes. A folder may contain a hundred thousand
// logs, so there is a time limit, and a result is cached for a while.
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../platform/clock.ts";

const GOOD_FOR_MS = 60_000;
const TIME_LIMIT_MS = 400;

export interface DataSizes {
  parts: { name: string; bytes: number }[];
  /** Whether everything was counted. */
  complete: boolean;
}

export class DataFolderSizes {
  readonly #root: string;
  readonly #clock: Clock;
  #measured: { at: number; sizes: Promise<DataSizes> } | null = null;

  constructor(root: string, clock: Clock) {
    this.#root = root;
    this.#clock = clock;
  }

  /** Returns the sizes, largest first; reuses a recent result. */
  measure(): Promise<DataSizes> {
    const now = this.#clock.monotonic();
    if (this.#measured === null || now - this.#measured.at > GOOD_FOR_MS) {
      const measured = { at: now, sizes: this.#count(now + TIME_LIMIT_MS) };
      this.#measured = measured;
      // A failed measurement is retried the next time.
      measured.sizes.catch(() => this.#measured === measured && (this.#measured = null));
    }
    return this.#measured.sizes;
  }

  async #count(deadline: number): Promise<DataSizes> {
    const sizes = new Map<string, number>();
    const isLate = () => this.#clock.monotonic() > deadline;
    for (const name of await namesIn(this.#root)) {
      const part = partOf(name);
      const bytes = await countBelow(join(this.#root, name), isLate);
      sizes.set(part, (sizes.get(part) ?? 0) + bytes);
    }
    const parts = [...sizes].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
    return { parts, complete: !isLate() };
  }
}

// The database counts as one part, though it consists of three files; small files have no meaningful name.
function partOf(name: string): string {
  if (name.startsWith("sundial.sqlite")) return "database";
  return /^[a-z][a-z-]*$/.test(name) ? name : "other";
}

async function countBelow(path: string, isLate: () => boolean): Promise<number> {
  try {
    const stats = await lstat(path);
    if (!stats.isDirectory()) return stats.blocks * 512;
    let sum = 0;
    for await (const { name } of await opendir(path)) {
      if (isLate()) break;
      sum += await countBelow(join(path, name), isLate);
    }
    return sum;
  } catch {
    // Deleted meanwhile.
    return 0;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder)) names.push(name);
  return names;
}
