// When commands that are due at one moment start, as each reports: it appends the time to a file.
import { existsSync } from "node:fs";
import { rest } from "./bench_panel.ts";
import { percentile } from "./statistics.ts";

const LIMIT_MS = 30_000;
const POLL_INTERVAL_MS = 50;

export interface Burst {
  /** From the due time to the start (ms). */
  p50: number;
  p99: number;
  perSecond: number;
}

/** Returns a command for bash that appends the time of its start to a file. */
export function reportStart(file: string): string {
  return `echo $EPOCHREALTIME >> '${file}'`;
}

/** Waits until that many commands have reported; returns the times in ms. Throws when they do not within half a minute. */
export async function waitForStarts(file: string, count: number): Promise<number[]> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const times = existsSync(file) ? await readTimes(file) : [];
    if (times.length >= count) return times;
    if (performance.now() > deadline) throw new Error(`${times.length} of ${count} commands started in time`);
    await rest(POLL_INTERVAL_MS);
  }
}

/** Returns how late commands started, and how many in a second. */
export function burstOf(times: readonly number[], dueAt: number): Burst {
  const late = times.map((time) => time - dueAt);
  return {
    p50: percentile(late, 0.5),
    p99: percentile(late, 0.99),
    perSecond: times.length / ((Math.max(...times) - Math.min(...times)) / 1000),
  };
}

async function readTimes(file: string): Promise<number[]> {
  const lines = (await Deno.readTextFile(file)).split("\n");
  // The last is empty, or not complete yet.
  return lines.slice(0, -1).map((line) => {
    // Other shells do not know the time.
    if (!/^\d+\.\d+$/.test(line)) throw new Error(`a command reported "${line}" instead of a time`);
    return 1000 * Number(line);
  });
}
