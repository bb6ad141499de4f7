import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../engine/store.ts";
import { stagingName } from "./pull_orders.ts";
import { readActivePulls } from "./store.ts";

export interface PullPlaces {
  /** Folder of the jobs. */
  jobs: string;
  scripts: string;
}

/** Removes what a pull that is over left. */
export async function removePull({ jobs, scripts }: PullPlaces, runId: number): Promise<void> {
  await rm(join(jobs, String(runId)), { recursive: true, force: true });
  await rm(join(scripts, stagingName(runId)), { recursive: true, force: true });
}

/** Removes what pulls left that ended while no panel was there. */
export async function sweepPulls(places: PullPlaces & { db: Database }): Promise<void> {
  const active = new Set((await readActivePulls(places.db)).map(({ id }) => id));
  const left = [
    ...readdirSync(places.jobs).filter((name) => /^\d+$/.test(name)).map(Number),
    ...readdirSync(places.scripts).flatMap((name) => /^\.sundial-pull-(\d+)$/.exec(name)?.[1] ?? []).map(
      Number,
    ),
  ];
  for (const runId of new Set(left)) if (!active.has(runId)) await removePull(places, runId);
}
