// The runs that continue while the database is replaced, with what they were given: their next attempts get it, too. One of a flow run
// that the restore stops is tried again only when people continue that.
import type { DatabaseSync } from "node:sqlite";
import { storedJson } from "../../platform/stored_json.ts";
import { findReseal, type KeyFolders, type Reseal } from "./reseal.ts";
import { hasTable, sharedColumns } from "./shared_columns.ts";

/** The runs that continue. */
export const CARRIED =
  "select id from present.run where finished_at is null and state in ('starting', 'running')";

/** What is stored with a run of a task. */
interface StoredRequest {
  sealed?: string;
  sealedParameters?: string;
  /** ID of the content. */
  trigger?: number;
}

/** Carries over the runs that continue. Repeating it changes nothing. */
export function carryRuns(database: DatabaseSync, folders: KeyFolders): void {
  const columns = sharedColumns(database, "run");
  database.exec(
    `insert or replace into main.run (${columns}) select ${columns} from present.run where id in (${CARRIED})`,
  );
  const reseal = findReseal(folders);
  const rows = database.prepare(
    `select id, request_json from main.run where request_json is not null and id in (${CARRIED}) order by id`,
  ).all() as { id: number; request_json: string }[];
  const set = database.prepare("update main.run set request_json = ? where id = ?");
  for (const { id, request_json } of rows) {
    const request = storedJson<StoredRequest>(request_json, {});
    // What cannot be parsed stays as it is.
    if (Object.keys(request).length === 0) continue;
    set.run(JSON.stringify(fitRequest(database, { id, request, reseal })), id);
  }
}

function fitRequest(
  database: DatabaseSync,
  { id, request, reseal }: { id: number; request: StoredRequest; reseal: Reseal | null },
): StoredRequest {
  const fitted = { ...request };
  for (const name of ["sealed", "sealedParameters"] as const) {
    const text = request[name];
    if (reseal !== null && text !== undefined) fitted[name] = reseal(text, "run");
  }
  if (typeof request.trigger !== "number") return fitted;
  // Where the database of an older version has no place for it, it is gone.
  const hasContents = (["main", "present"] as const).every((schema) =>
    hasTable(database, schema, "trigger_content")
  );
  const content = hasContents ? carryContent(database, { id: request.trigger, runId: id, reseal }) : null;
  if (content === null) delete fitted.trigger;
  else fitted.trigger = content;
  return fitted;
}

// Its ID may be that of another content in the backup, or of one that a delivery in the backup names and that is gone: it gets one that
// neither database has given. Returns null if it is gone.
function carryContent(
  database: DatabaseSync,
  { id, runId, reseal }: { id: number; runId: number; reseal: Reseal | null },
): number | null {
  const row = database.prepare(
    "select task_id, created_at, bytes, content_sealed from present.trigger_content where id = ?",
  ).get(id) as { task_id: number; created_at: number; bytes: number; content_sealed: string } | undefined;
  if (row === undefined) return null;
  const { task_id, created_at, bytes } = row;
  const sealed = reseal?.(row.content_sealed, "trigger") ?? row.content_sealed;
  // The same one in a backup of this panel, or the one that an attempt before has carried over.
  const same = database.prepare(
    `select id from main.trigger_content where task_id = ? and created_at = ? and bytes = ? and (id = ? or run_id = ?)
      order by id = ? desc, id limit 1`,
  ).get(task_id, created_at, bytes, id, runId, id) as { id: number } | undefined;
  if (same === undefined) {
    const insert = database.prepare(
      "insert into main.trigger_content (task_id, run_id, created_at, bytes, content_sealed) values (?, ?, ?, ?, ?)",
    );
    return Number(insert.run(task_id, runId, created_at, bytes, sealed).lastInsertRowid);
  }
  database.prepare("update main.trigger_content set run_id = ?, content_sealed = ? where id = ?")
    .run(runId, sealed, same.id);
  return same.id;
}
