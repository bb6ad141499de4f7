// Finishes a swap, right away or at the next start.
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlias } from "../../../contract/subscription_address.ts";
import type { Database } from "../../../engine/store.ts";
import type { Clock } from "../../../platform/clock.ts";
import { readTree } from "../store.ts";
import type { Swap, SwapJournal } from "./swap_journal.ts";
import { yieldToEventLoop } from "../../../platform/event_loop.ts";

/** Prefix of folders that were moved aside. */
export const ASIDE = ".sundial-aside-";
const POLL_INTERVAL_MS = 1_000;
const AT_ONCE = 200;

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

/**
 * Carries over what a folder contains besides pulled files: output of scripts, packages, files of users. Uses
 * hard links, so it takes no space and open files stay the same. Existing files stay, unless they are older
 * and `mayReplace` allows it.
 */
export async function carryOver(
  from: string,
  to: string,
  isPulled: (path: string) => boolean,
  mayReplace: (path: string) => boolean = () => false,
): Promise<void> {
  const folders: string[] = [""];
  const made: string[] = [];
  let checked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesIn(join(from, folder))) {
      if (++checked % AT_ONCE === 0) await yieldToEventLoop();
      const path = folder === "" ? name : `${folder}/${name}`;
      const kind = carry(join(from, path), join(to, path), {
        isPulled: () => isPulled(path),
        mayReplace: () => mayReplace(path),
      });
      if (kind !== null) folders.push(path);
      if (kind === "made") made.push(path);
    }
  }
  // Removes folders that contained only pulled files.
  for (const path of made.toReversed()) removeIfEmpty(join(to, path));
}

// Returns, for a folder to descend into, whether it was created.
function carry(
  source: string,
  target: string,
  { isPulled, mayReplace }: { isPulled(): boolean; mayReplace(): boolean },
): "made" | "there" | null {
  const stats = lstatSync(source, { throwIfNoEntry: false });
  if (!stats) return null;
  const taken = lstatSync(target, { throwIfNoEntry: false });
  if (stats.isDirectory()) {
    if (taken) return taken.isDirectory() ? "there" : null;
    mkdirSync(target, stats.mode & 0o777 | 0o700);
    return "made";
  }
  if (isPulled()) return null;
  if (taken) {
    const isNewer = stats.isFile() && taken.isFile() && stats.ino !== taken.ino &&
      stats.mtimeMs > taken.mtimeMs;
    if (!isNewer || !mayReplace()) return null;
    rmSync(target);
  }
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else linkOrCopy(source, target, stats.isFile());
  return null;
}

function linkOrCopy(source: string, target: string, isFile: boolean): void {
  try {
    linkSync(source, target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || !isFile) return;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(code)) throw error;
    copyFileSync(source, target);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty.
  }
}
