import { AppError, attempt } from "../../contract/app_error.ts";
import { taskLimits } from "../../contract/limits/tasks.ts";
import type { LabelChange } from "../../contract/tasks.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { recordTogether } from "./history/record_history.ts";
import { updateTask } from "./store.ts";

/** The result for one task: its new version if its labels changed, or the error. */
interface Relabelled {
  id: number;
  version: number | null;
  error: AppError | null;
}

/** Adds and removes labels of several tasks in one transaction; a failure does not stop the others. */
export async function relabel(
  db: Database,
  ids: readonly number[],
  { add, remove }: LabelChange,
  now: number,
): Promise<Relabelled[]> {
  const change = { add: trimmed(add), remove: trimmed(remove), now };
  return await db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom("task").selectAll().where("id", "in", ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const done: Relabelled[] = [];
    await recordTogether(tx, async () => {
      for (const id of new Set(ids)) {
        const row = byId.get(id);
        done.push(
          row ? await relabelOne(tx, row, change) : { id, version: null, error: new AppError("not_found") },
        );
      }
    });
    return done;
  });
}

async function relabelOne(
  tx: Tx,
  row: TaskRow,
  { add, remove, now }: { add: string[]; remove: string[]; now: number },
): Promise<Relabelled> {
  const { id, labels_json: before, version } = row;
  const labels = storedJson<string[]>(before, []);
  const after = [...new Set([...labels, ...add])].filter((label) => !remove.includes(label));
  if (after.length > taskLimits.labels) return { id, version: null, error: tooMany() };
  const labels_json = JSON.stringify(after);
  if (labels_json === before) return { id, version: null, error: null };
  const { error } = await attempt(id, () => updateTask(tx, row, { labels_json, updated_at: now }, now));
  return { id, version: error ? null : version + 1, error };
}

function trimmed(labels: readonly string[]): string[] {
  return labels.map((label) => label.trim()).filter((label) => label !== "");
}

function tooMany(): AppError {
  const params = { max: taskLimits.labels };
  return new AppError("validation_failed", { count: 1 }, [{ path: "labels", code: "too_many", params }]);
}
