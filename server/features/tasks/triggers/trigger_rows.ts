// The triggers of a task: in `triggers_json` as they were entered, and a row each with what was last seen of their source.
import type { Selectable } from "kysely";
import { type FieldIssue, refuseIf } from "../../../contract/app_error.ts";
import { type Trigger, triggers } from "../../../contract/triggers.ts";
import type { Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import type { TaskTriggerTable } from "../../../migrations/trigger_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import type { SeenFile } from "./seen_file.ts";
import { readVisibleSources, sourceKey } from "./visible_sources.ts";

type NewTrigger = Omit<Selectable<TaskTriggerTable>, "task_id" | "created_at" | "id">;

/** What is known of the files when triggers are saved, by the path that was entered. */
export type SeenFiles = ReadonlyMap<string, Pick<SeenFile, "version" | "mount">>;

/** Reads the triggers of a task; none when they cannot be parsed. */
export function readTriggers({ triggers_json }: Pick<TaskRow, "triggers_json">): Trigger[] {
  if (triggers_json === "[]") return [];
  return triggers.safeParse(storedJson<unknown[]>(triggers_json, [])).data ?? [];
}

/**
 * Replaces the triggers of a task; those that stay keep what was seen. Throws `validation_failed` for a source that does not exist
 * or that the caller may not see, and for one that is named twice.
 */
export async function writeTriggers(
  tx: Tx,
  taskId: number,
  wanted: readonly Trigger[],
  { now, seen }: { now: number; seen?: SeenFiles | undefined },
): Promise<void> {
  const known = await tx.selectFrom("task_trigger").selectAll().where("task_id", "=", taskId).execute();
  const before = new Map(known.map((row) => [keyOf(row), row]));
  const rows = wanted.map(rowOf);
  const visible = await readVisibleSources(tx, rows.filter((row) => !before.has(keyOf(row))));
  const issues: FieldIssue[] = [];
  const keys = rows.map(keyOf);
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row);
    const field = wanted[index]!.type === "file" ? "path" : `${row.type}Id`;
    const path = `triggers.${index}.${field}`;
    // One that was deleted since stays.
    if (keys.indexOf(key) < index) issues.push({ path, code: "same_trigger" });
    else if (row.type !== "file" && !before.has(key) && !visible.has(sourceKey(row))) {
      issues.push({ path, code: "unknown_trigger_source" });
    }
  }
  refuseIf(issues);
  const gone = known.filter((row) => !keys.includes(keyOf(row))).map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom("task_trigger").where("id", "in", gone).execute();
  for (const row of rows) {
    const old = before.get(keyOf(row));
    if (!old) {
      const first = row.file_path === null ? undefined : seen?.get(row.file_path);
      await tx.insertInto("task_trigger").values({
        ...{ ...row, task_id: taskId, created_at: now },
        ...first && { seen: first.version, seen_mount: first.mount },
      }).execute();
    } else if (old.settle_ms !== row.settle_ms) {
      await tx.updateTable("task_trigger").set({ settle_ms: row.settle_ms }).where("id", "=", old.id)
        .execute();
    }
  }
}

/**
 * Makes the triggers of a task those of its row, as if they had been saved now: what happened meanwhile does not start it. The mounts
 * of files stay known, so that one whose drive is away now starts nothing when it comes back.
 */
export async function renewTriggers(
  tx: Tx,
  task: Pick<TaskRow, "id" | "triggers_json">,
  now: number,
): Promise<void> {
  const old = await tx.deleteFrom("task_trigger").where("task_id", "=", task.id)
    .returning(["file_path", "seen_mount"]).execute();
  const mounts = new Map(old.map(({ file_path, seen_mount }) => [file_path, seen_mount]));
  const rows = readTriggers(task).map(rowOf).map((row) => ({
    ...{ ...row, task_id: task.id, created_at: now },
    ...row.type === "file" && { seen_mount: mounts.get(row.file_path) ?? null },
  }));
  if (rows.length > 0) await tx.insertInto("task_trigger").values(rows).execute();
}

function rowOf(trigger: Trigger): NewTrigger {
  const none = {
    file_path: null,
    settle_ms: null,
    source_id: null,
    event: null,
    seen: null,
    seen_mount: null,
  };
  switch (trigger.type) {
    case "file":
      return { ...none, type: "file", file_path: trigger.path, settle_ms: trigger.settleMs };
    case "subscription":
      return { ...none, type: "subscription", source_id: trigger.subscriptionId, event: "pulled" };
    case "heartbeat":
      return { ...none, type: "heartbeat", source_id: trigger.heartbeatId, event: trigger.on };
    case "window":
      return { ...none, type: "window", source_id: trigger.windowId, event: trigger.on };
  }
}

function keyOf({ type, file_path, source_id, event }: NewTrigger): string {
  return JSON.stringify([type, file_path, source_id, event]);
}
