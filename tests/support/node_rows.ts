// Rows that nodes write about themselves, for tests without other machines.
import { join } from "node:path";
import type { Insertable, Kysely } from "kysely";
import type { NodeTable } from "../../server/migrations/node_tables.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { version } from "../../server/platform/build_info.ts";

/** Opens the database of a running panel. */
export function databaseOf(dataDir: string): Kysely<Tables> {
  return openDatabase<Tables>(join(dataDir, "sundial.sqlite"));
}

/** Adds a worker, or what `columns` say; `silentMs` is how long ago it was seen. */
export async function addNode(
  db: Kysely<Tables>,
  name: string,
  { silentMs = 0, ...columns }: Partial<Insertable<NodeTable>> & { silentMs?: number } = {},
): Promise<number> {
  const now = Date.now();
  const { id } = await db.insertInto("node").values({
    ...{ name, role: "worker", pools_json: '["default"]', capacity: 8, version, boot_id: "b", session: name },
    ...{ created_at: now - 864e5, started_at: now - 864e5, last_seen_at: now - silentMs },
    load_json: JSON.stringify({ average: 0.42, memoryFreeBytes: 3 * 2 ** 30, memoryTotalBytes: 8 * 2 ** 30 }),
    ...columns,
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Adds a run of a task that is live on a node since a minute and a half. */
export async function addLiveRun(
  db: Kysely<Tables>,
  { task, node, name = "task" }: { task: number; node: number; name?: string },
): Promise<number> {
  const now = Date.now();
  const { id } = await db.insertInto("run").values({
    ...{ task_id: task, task_name: name, cause: "person", state: "running", kind: "task", node_id: node },
    ...{ queued_at: now - 91_000, start_after: 1, queue_rank: 0, queue_order: 1, attempt: 1, due_count: 1 },
    started_at: now - 90_000,
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}
