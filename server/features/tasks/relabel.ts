import { AppError } from "../../contract/app_error.ts";
import { maxLabels, type TaskLabelsBody } from "../../contract/tasks.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { updateTask } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** What came of one task: its new version when its labels are other ones now, or why it could not be. */
export interface Relabelled {
  id: number;
  version: number | null;
  error: AppError | null;
}

/** Adds and removes labels of several tasks in one transaction; one that cannot take them does not stop the others. */
export async function relabel(db: Database, request: TaskLabelsBody, now: number): Promise<Relabelled[]> {
  const change = { add: trimmed(request.add), remove: trimmed(request.remove), now };
  return await db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom("task").select(["id", "labels_json", "version"])
      .where("id", "in", request.ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const done: Relabelled[] = [];
    for (const id of new Set(request.ids)) {
      const row = byId.get(id);
      done.push(
        row ? await relabelOne(tx, row, change) : { id, version: null, error: new AppError("not_found") },
      );
    }
    return done;
  });
}

async function relabelOne(
  tx: Tx,
  { id, labels_json: before, version }: { id: number; labels_json: string; version: number },
  { add, remove, now }: { add: string[]; remove: string[]; now: number },
): Promise<Relabelled> {
  const labels = storedJson<string[]>(before, []);
  const after = [...new Set([...labels, ...add])].filter((label) => !remove.includes(label));
  if (after.length > maxLabels) return { id, version: null, error: tooMany() };
  const labels_json = JSON.stringify(after);
  if (labels_json === before) return { id, version: null, error: null };
  await updateTask(tx, id, { labels_json, updated_at: now });
  return { id, version: version + 1, error: null };
}

function trimmed(labels: readonly string[]): string[] {
  return labels.map((label) => label.trim()).filter((label) => label !== "");
}

function tooMany(): AppError {
  const params = { max: maxLabels };
  return new AppError("validation_failed", { count: 1 }, [{ path: "labels", code: "too_many", params }]);
}
