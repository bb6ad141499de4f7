// Runs caused by the panel's start: tasks for each start of the panel, and tasks for each boot of the host, which run once
// at the first start after that boot. In a container, the panel starts more often than its host.
import type { RunCause } from "../contract/runs.ts";
import { storedJson } from "../platform/stored_json.ts";
import { enqueue, type EnqueueResult } from "./enqueue.ts";
import type { Database, Tx } from "./store.ts";

/** Settings row with the boot of the host whose tasks were started. */
export const BOOT_SETTING = "startedBoot";

export interface PanelStart {
  now: number;
  /** Identifies this boot of the host; empty when the machine does not report it. */
  bootId: string;
}

/** Enqueues the runs of this start, by task. */
export async function enqueueAtStart(
  db: Database,
  { now, bootId }: PanelStart,
): Promise<{ taskId: number; result: EnqueueResult }[]> {
  return await db.transaction().execute(async (tx) => {
    const causes: ("startup" | "boot")[] = [
      "startup",
      ...await isNewBoot(tx, bootId) ? ["boot" as const] : [],
    ];
    const all: { taskId: number; result: EnqueueResult }[] = [];
    for (const cause of causes) {
      const tasks = await tx.selectFrom("task").selectAll()
        .where("enabled", "=", 1).where("schedules_json", "=", JSON.stringify(cause)).execute();
      for (const task of tasks) {
        all.push({
          taskId: task.id,
          result: await enqueue(tx, { task, cause: cause satisfies RunCause, now }),
        });
      }
    }
    return all;
  });
}

// When the machine does not report its boots, each start counts as one. The very first start counts as none: no task
// existed when the host booted.
async function isNewBoot(tx: Tx, bootId: string): Promise<boolean> {
  if (bootId === "") return true;
  const row = await tx.selectFrom("setting").select("value_json").where("name", "=", BOOT_SETTING)
    .executeTakeFirst();
  const value_json = JSON.stringify(bootId);
  await tx.insertInto("setting").values({ name: BOOT_SETTING, value_json })
    .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
  return row !== undefined && storedJson(row.value_json, bootId) !== bootId;
}
