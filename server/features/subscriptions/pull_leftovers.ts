import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../engine/store.ts";
import { KEY_PREFIX } from "../../platform/git/ssh_key.ts";
import type { SharedFolders } from "../../platform/files/shared_folders.ts";
import {
  previewName,
  type StoredPull,
  StoredPulls,
  waitingName,
  type WorkspacePaths,
} from "./stored_pulls.ts";
import { stagingName } from "./pull_orders.ts";
import {
  findPreviewed,
  readActivePulls,
  readAllWaiting,
  readRecentPreviews,
  removeWaiting,
  type Waiting,
} from "./store.ts";

/** How long (ms), and for how many previews, the files stay readable. */
const PREVIEW_MS = 86_400_000;
const MAX_PREVIEWS = 3;

export type SweepPaths = WorkspacePaths & { db: Database };

export async function removePull({ jobs, scripts }: WorkspacePaths, runId: number): Promise<void> {
  await rm(join(jobs, String(runId)), { recursive: true, force: true });
  await rm(join(scripts, stagingName(runId)), { recursive: true, force: true });
}

/** Removes the leftovers of pulls that ended while the panel was down, and incomplete stored pulls. */
export async function sweepPulls(paths: SweepPaths, now: number): Promise<void> {
  const names = readdirSync(paths.jobs);
  for (const name of names.filter((one) => one.startsWith(KEY_PREFIX))) {
    await rm(join(paths.jobs, name), { recursive: true, force: true });
  }
  const active = new Set((await readActivePulls(paths.db)).map(({ id }) => id));
  await sweepWaiting(paths, active);
  await returnPreviews(paths, active);
  await sweepPreviews(paths, now);
  const left = [
    ...names.filter((name) => /^\d+$/.test(name)).map(Number),
    ...readdirSync(paths.scripts).flatMap((name) => /^\.sundial-pull-(\d+)$/.exec(name)?.[1] ?? []).map(
      Number,
    ),
  ];
  for (const runId of new Set(left)) if (!active.has(runId)) await removePull(paths, runId);
}

// Folder, note and row belong together; the last process may have died between any two of them.
async function sweepWaiting({ db, ...paths }: SweepPaths, active: ReadonlySet<number>): Promise<void> {
  const storedPulls = new StoredPulls(paths);
  const rows = await readAllWaiting(db);
  const ids = storedPulls.names().flatMap((name) => /^wait-(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  for (const id of new Set([...ids, ...rows.keys()])) {
    const name = waitingName(id);
    const [found, row] = [storedPulls.find(name), rows.get(id)];
    if (found !== null && row !== undefined && found.runId === row.runId) {
      // The files come from a time when this machine was alone.
      if (paths.folders && await storedPulls.findShared(name) === null) await storedPulls.share(name);
      continue;
    }
    if (paths.folders && !await isOwnLoss(name, row, paths.folders)) {
      if (found === null || !active.has(found.runId)) await storedPulls.removeOwn(name);
      continue;
    }
    // The pull still waits for the result, and gets it.
    if (found !== null && active.has(found.runId)) storedPulls.moveBack(name, stagingName(found.runId));
    await storedPulls.remove(name);
    await db.transaction().execute((tx) => removeWaiting(tx, id));
  }
}

// Another panel has the pull that the row names, or will soon write the row.
async function isOwnLoss(name: string, row: Waiting | undefined, folders: SharedFolders): Promise<boolean> {
  const shared = await folders.find(name);
  if (shared === null) return false;
  // Written by `StoredPulls`.
  const isCurrent = row !== undefined && (shared.note as Partial<StoredPull>).runId === row.runId;
  return shared.nodeId === folders.nodeId && !(isCurrent && shared.isComplete);
}

// Stored, but without a row yet: the pull still waits for the result, and gets it.
async function returnPreviews({ db, ...paths }: SweepPaths, active: ReadonlySet<number>): Promise<void> {
  const storedPulls = new StoredPulls(paths);
  for (const runId of active) {
    if (await findPreviewed(db, runId) === undefined) {
      storedPulls.moveBack(previewName(runId), stagingName(runId));
    }
  }
}

/** Removes the files of expired previews. */
export async function sweepPreviews({ db, ...paths }: SweepPaths, now: number): Promise<void> {
  const storedPulls = new StoredPulls(paths);
  const recent = (await readRecentPreviews(db, { since: now - PREVIEW_MS, max: MAX_PREVIEWS })).map(
    previewName,
  );
  for (const name of storedPulls.names()) {
    if (name.startsWith("seen-") && !recent.includes(name)) await storedPulls.remove(name);
  }
  if (!paths.folders) return;
  // Also of panels that are gone.
  const active = (await readActivePulls(db)).map(({ id }) => previewName(id));
  for (const name of await paths.folders.names("seen-")) {
    if (![...recent, ...active].includes(name)) await storedPulls.remove(name);
  }
}
