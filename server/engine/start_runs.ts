// Runs caused by the panel's start: of sources that run at each start of the panel, and of sources that run once at the
// first start after a boot of the host. In a container, the panel starts more often than its host.
import { storedJson } from "../platform/stored_json.ts";
import { enqueue, type OpenNodes } from "./enqueue.ts";
import { droppedBy, followEnded } from "./follow_ended.ts";
import type { FollowingRuns, RunTypes } from "./run_type.ts";
import type { Database, Tx } from "./store.ts";

/** Settings row with the boot of the host whose runs were started. */
export const BOOT_SETTING = "startedBoot";

export interface PanelStart {
  distribution: OpenNodes;
  runTypes: RunTypes;
  now: number;
  /** Identifies this boot of the host; empty when the machine does not report it. */
  bootId: string;
}

/** Enqueues the runs of this start, by source. */
export async function enqueueAtStart(
  db: Database,
  { distribution, runTypes, now, bootId }: PanelStart,
): Promise<FollowingRuns[]> {
  return await db.transaction().execute(async (tx) => {
    const causes: readonly ("startup" | "boot")[] = await isNewBoot(tx, bootId)
      ? ["startup", "boot"]
      : ["startup"];
    const all: FollowingRuns[] = [];
    for (const cause of causes) {
      for (const type of runTypes.all) {
        for (const { source, held } of await type.listAtStart?.(tx, cause, now) ?? []) {
          const request = { source, cause, now, ...held && { held } };
          all.push({ source, result: await enqueue(tx, distribution, request) });
        }
      }
    }
    const to = { runTypes, openNodes: distribution, now };
    return [...all, ...await followEnded(tx, droppedBy(all.map(({ result }) => result)), to)];
  });
}

// When the machine does not report its boots, each start counts as one. The very first start counts as none: nothing
// existed that could have run when the host booted.
async function isNewBoot(tx: Tx, bootId: string): Promise<boolean> {
  if (bootId === "") return true;
  const row = await tx.selectFrom("setting").select("value_json").where("name", "=", BOOT_SETTING)
    .executeTakeFirst();
  const value_json = JSON.stringify(bootId);
  await tx.insertInto("setting").values({ name: BOOT_SETTING, value_json })
    .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
  return row !== undefined && storedJson(row.value_json, bootId) !== bootId;
}
