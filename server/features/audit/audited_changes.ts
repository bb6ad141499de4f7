// The changed fields that an entry records, within its limits: the history of a task has whole values.
import type { AuditedChange, FieldChange } from "../../contract/changes.ts";
import type { ChangeScope, HistoryKey } from "../../engine/change_scope.ts";
import type { Database } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { escapeAll } from "./escape_signs.ts";

/** Maximum number of characters of a value, and of all changes together as JSON. */
const MAX_VALUE = 300;
const MAX_CHANGES_JSON = 4_000;

/** Returns what was changed, for the detail of an entry; `moreChanges` if not all of it has room there. */
export async function changesDetail(
  db: Database,
  { history, changes, hasMore }: ChangeScope,
): Promise<{ changes?: AuditedChange[]; moreChanges?: true }> {
  const all = [...await readTaskChanges(db, history), ...changes].map(shorten);
  if (all.length === 0) return {};
  const first: AuditedChange[] = [];
  let length = 0;
  for (const change of all) {
    length += JSON.stringify(escapeAll(change)).length + 1;
    if (length > MAX_CHANGES_JSON) break;
    first.push(change);
  }
  return { changes: first, ...((hasMore || first.length < all.length) && { moreChanges: true }) };
}

/** Reads the changes that were committed: of a batch, some may have been rolled back. */
async function readTaskChanges(db: Database, keys: readonly HistoryKey[]): Promise<AuditedChange[]> {
  if (keys.length === 0) return [];
  const rows = await db.selectFrom("task_history as entry").leftJoin("task", "task.id", "entry.task_id")
    .select(["entry.id", "entry.task_id", "entry.at", "entry.changes_json", "task.name"])
    .where("entry.id", "in", keys.map(({ id }) => id)).orderBy("entry.id").execute();
  // The id of a row that was rolled back may belong to another one now.
  const isOurs = (row: HistoryKey) =>
    keys.some(({ id, task_id, at }) => id === row.id && task_id === row.task_id && at === row.at);
  return rows.filter(isOurs).flatMap(({ task_id, changes_json, name }) =>
    storedJson<FieldChange[]>(changes_json, []).map((change) => ({
      kind: "task" as const,
      name: name ?? `#${task_id}`,
      ...change,
    }))
  );
}

function shorten(change: AuditedChange): AuditedChange {
  return { ...change, from: shortValue(change.from), to: shortValue(change.to) };
}

function shortValue(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  return text.length <= MAX_VALUE ? value : `${text.slice(0, MAX_VALUE - 1)}…`;
}
