import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../engine/store.ts";
import { KEY_PREFIX } from "../../platform/git/ssh_key.ts";
import { LaidOutPulls, seenName, waitingName, type WorkspacePaths } from "./laid_out.ts";
import { stagingName } from "./pull_orders.ts";
import {
  findPreviewed,
  readActivePulls,
  readAllWaiting,
  readRecentPreviews,
  removeWaiting,
} from "./store.ts";

/** How long (ms), and for how many previews, the files stay readable. */
const SEEN_MS = 86_400_000;
const MAX_SEEN = 3;

export type SweepPaths = WorkspacePaths & { db: Database };

/** Removes the leftovers of a finished pull. */
export async function removePull({ jobs, scripts }: WorkspacePaths, runId: number): Promise<void> {
  await rm(join(jobs, String(runId)), { recursive: true, force: true });
  await rm(join(scripts, stagingName(runId)), { recursive: true, force: true });
}

/** Removes the leftovers of pulls that ended while the panel was down, and incomplete stored pulls. */
export async function sweepPulls(places: SweepPaths, now: number): Promise<void> {
  const names = readdirSync(places.jobs);
  for (const name of names.filter((one) => one.startsWith(KEY_PREFIX))) {
    await rm(join(places.jobs, name), { recursive: true, force: true });
  }
  const active = new Set((await readActivePulls(places.db)).map(({ id }) => id));
  await sweepWaiting(places, active);
  await giveBackSeen(places, active);
  await sweepSeen(places, now);
  const left = [
    ...names.filter((name) => /^\d+$/.test(name)).map(Number),
    ...readdirSync(places.scripts).flatMap((name) => /^\.sundial-pull-(\d+)$/.exec(name)?.[1] ?? []).map(
      Number,
    ),
  ];
  for (const runId of new Set(left)) if (!active.has(runId)) await removePull(places, runId);
}

// Folder, note and row belong together; the last process may have died between any two of them.
async function sweepWaiting({ db, ...places }: SweepPaths, active: ReadonlySet<number>): Promise<void> {
  const laidOut = new LaidOutPulls(places);
  const rows = await readAllWaiting(db);
  const ids = laidOut.names().flatMap((name) => /^wait-(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  for (const id of new Set([...ids, ...rows.keys()])) {
    const name = waitingName(id);
    const [found, row] = [laidOut.find(name), rows.get(id)];
    if (found !== null && row !== undefined && found.runId === row.runId) continue;
    // The pull still waits for the result, and gets it.
    if (found !== null && active.has(found.runId)) laidOut.giveBack(name, stagingName(found.runId));
    await laidOut.drop(name);
    await db.transaction().execute((tx) => removeWaiting(tx, id));
  }
}

// Stored, but without a row yet: the pull still waits for the result, and gets it.
async function giveBackSeen({ db, ...places }: SweepPaths, active: ReadonlySet<number>): Promise<void> {
  const laidOut = new LaidOutPulls(places);
  for (const runId of active) {
    if (await findPreviewed(db, runId) === undefined) laidOut.giveBack(seenName(runId), stagingName(runId));
  }
}

/** Removes the files of expired previews. */
export async function sweepSeen({ db, ...places }: SweepPaths, now: number): Promise<void> {
  const laidOut = new LaidOutPulls(places);
  const recent = (await readRecentPreviews(db, { since: now - SEEN_MS, max: MAX_SEEN })).map(seenName);
  for (const name of laidOut.names()) {
    if (name.startsWith("seen-") && !recent.includes(name)) await laidOut.drop(name);
  }
}
