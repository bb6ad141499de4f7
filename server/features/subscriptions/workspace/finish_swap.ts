// Finishes a swap, right away or at the next start.
import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlias } from "../../../contract/subscription_address.ts";
import type { Database } from "../../../engine/store.ts";
import type { Clock } from "../../../platform/clock.ts";
import { readTree } from "../store.ts";
import { carryOver } from "./carry_over.ts";
import type { Swap, SwapJournal } from "./swap_journal.ts";

/** Prefix of folders that were moved aside. */
export const ASIDE = ".sundial-aside-";
const POLL_INTERVAL_MS = 1_000;

export interface FinishOptions {
  db: Database;
  journal: SwapJournal;
}

/**
 * Finishes or undoes the swaps that the last process did not complete. Call before anything else uses the
 * folders.
 */
export async function settleSwaps(options: FinishOptions, scripts: string): Promise<void> {
  const { db, journal } = options;
  for (const swap of journal.unfinished()) {
    const tree = await readTree(db, swap.subscriptionId);
    const isDone = tree !== null && (swap.isMove ? tree.alias === swap.alias : tree.runId >= swap.runId);
    if (isDone) await finishSwap(options, swap, scripts);
    else journal.undo(swap);
    journal.forget(swap);
  }
  for (const name of readdirSync(scripts)) {
    if (name.startsWith(ASIDE)) await rm(join(scripts, name), { recursive: true, force: true });
  }
}

/** Carries over what scripts wrote to the old folder since the swap, and removes it. */
export async function finishSwap({ db, journal }: FinishOptions, swap: Swap, scripts: string): Promise<void> {
  const aside = join(scripts, swap.aside);
  const tree = await readTree(db, swap.subscriptionId);
  const workspace = tree && isAlias(tree.alias) ? join(scripts, tree.alias) : null;
  if (workspace !== null && existsSync(workspace) && existsSync(aside)) {
    const isFresh = oneOf(tree?.files.map(({ path }) => path) ?? []);
    await carryOver(aside, workspace, oneOf(swap.leftBehind), (path) => !isFresh(path));
  }
  await rm(aside, { recursive: true, force: true });
  journal.forget(swap);
}

/** Returns a function that checks whether a path is in the list. */
export function oneOf(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  return (path) => known.has(path);
}

/** Waits for the poll interval; returns false if the signal aborts first. */
export function pause(clock: Clock, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const stop = () => {
      timer.cancel();
      resolve(false);
    };
    const timer = clock.after(POLL_INTERVAL_MS, () => {
      signal.removeEventListener("abort", stop);
      resolve(true);
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
