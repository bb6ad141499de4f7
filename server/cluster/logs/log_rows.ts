// Queries of the logs in the database, for any of the databases.
import { sql } from "kysely";
import { gathered } from "../../engine/gathered.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { ChunkRange } from "./log_extent.ts";

/** Rows per statement, far below the limits of the databases. */
const AT_ONCE = 200;
/** Logs up to this size, before compression, are read together. */
const SMALL_BYTES = 64 * 1024;

export interface LogChunk {
  runId: number;
  start: number;
  content: Uint8Array<ArrayBuffer>;
}

/** Returns those of the runs that a node runs or ran, and locks nothing. */
export async function findRunsOfNode(
  db: Database,
  ids: readonly number[],
  nodeId: number,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("run").select("id").where("id", "in", [...ids])
    .where("node_id", "=", nodeId).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns which parts of a log are stored, in order. */
export async function listStored(db: Database, runId: number): Promise<ChunkRange[]> {
  const rows = await db.selectFrom("run_log_chunk")
    .select(["start", sql<number>`length(content)`.as("length")])
    .where("run_id", "=", runId).orderBy("start").execute();
  return rows.map(({ start, length }) => ({ start: Number(start), length: Number(length) }));
}

/** Inserts chunks; those that are stored already stay as they are. Returns whether all of them were new. */
export async function insertChunks(tx: Tx, chunks: readonly LogChunk[]): Promise<boolean> {
  let inserted = 0;
  for (let at = 0; at < chunks.length; at += AT_ONCE) {
    const some = chunks.slice(at, at + AT_ONCE);
    const values = some.map(({ runId, start, content }) => ({ run_id: runId, start, content }));
    const rows = await tx.insertInto("run_log_chunk").values(values)
      .onConflict((on) => on.columns(["run_id", "start"]).doNothing())
      .returning("start").execute();
    inserted += rows.length;
  }
  return inserted === chunks.length;
}

export async function removeChunks(tx: Tx, runId: number, from: number, until: number): Promise<void> {
  await tx.deleteFrom("run_log_chunk").where("run_id", "=", runId).where("start", ">=", from)
    .where("start", "<", until).execute();
}

/** Removes what is stored of the logs of runs that have not ended. */
export async function removeAllChunks(tx: Tx, runIds: readonly number[]): Promise<void> {
  if (runIds.length > 0) await tx.deleteFrom("run_log_chunk").where("run_id", "in", [...runIds]).execute();
}

export async function replaceChunk(tx: Tx, { runId, start, content }: LogChunk): Promise<void> {
  await tx.updateTable("run_log_chunk").set({ content }).where("run_id", "=", runId)
    .where("start", "=", start).execute();
}

/** Reads chunks in order, beginning with the last one that starts at or before an offset. */
export async function readChunks(
  db: Database,
  runId: number,
  from: number,
  limit: number,
): Promise<LogChunk[]> {
  // One statement: chunks may be merged or removed at any time, and what is missing here is missing for good.
  const before = db.selectFrom("run_log_chunk").select((fn) => fn.fn.max("start").as("start"))
    .where("run_id", "=", runId).where("start", "<=", from);
  const rows = await db.selectFrom("run_log_chunk").select(["start", "content"]).where("run_id", "=", runId)
    .where((where) => where("start", ">=", where.fn.coalesce(before, sql<number>`0`)))
    .orderBy("start").limit(limit).execute();
  return rows.map(({ start, content }) => ({
    runId,
    start: Number(start),
    content: Uint8Array.from(content),
  }));
}

export interface StoredLog {
  runId: number;
  nodeId: number;
  size: number;
  content: Uint8Array;
  now: number;
  hasChunks: boolean;
}

/** Stores the whole log of a run in place of its chunks. Returns false when the node does not run it, or no longer. */
export const storeLog = gathered(async (tx: Tx, logs: readonly StoredLog[]) => {
  const owned = new Set<number>();
  for (const [nodeId, ofNode] of Map.groupBy(logs, (log) => log.nodeId)) {
    for (const id of await findRunsOfNode(tx, ofNode.map(({ runId }) => runId), nodeId)) owned.add(id);
  }
  const own = logs.filter(({ runId }) => owned.has(runId));
  if (own.length === 0) return logs.map(() => false);
  await tx.insertInto("run_log").values(own.map(({ runId, size, content, now }) => ({
    run_id: runId,
    size,
    content,
    stored_at: now,
  }))).onConflict((on) =>
    on.column("run_id").doUpdateSet(({ ref }) => ({
      size: ref("excluded.size"),
      content: ref("excluded.content"),
      stored_at: ref("excluded.stored_at"),
    }))
  ).execute();
  await removeAllChunks(tx, own.filter(({ hasChunks }) => hasChunks).map(({ runId }) => runId));
  return logs.map(({ runId }) => owned.has(runId));
});

/** Returns a stored log; null when there is none. */
export async function findStoredLog(
  db: Database,
  runId: number,
): Promise<{ size: number; content: Uint8Array } | null> {
  const row = await db.selectFrom("run_log").select(["size", "content"]).where("run_id", "=", runId)
    .executeTakeFirst();
  return row ? { size: Number(row.size), content: row.content } : null;
}

/** Returns the runs of a node that have ended while parts of their logs are still stored as chunks. */
export async function listUnfolded(
  db: Database,
  nodeId: number,
): Promise<{ id: number; log_path: string | null }[]> {
  return await db.selectFrom("run").select(["id", "log_path"]).where("node_id", "=", nodeId)
    .where("finished_at", "is not", null)
    .where("id", "in", db.selectFrom("run_log_chunk").select("run_id")).orderBy("id").execute();
}

/** A run with a log that another node wrote. */
export interface RemoteRun {
  id: number;
  log_path: string;
  isOver: boolean;
  /** Uncompressed size of its stored log; null until it is stored as a whole. */
  storedSize: number | null;
  /** The stored log where it is small; null for another, which is read by itself. */
  content: Uint8Array | null;
  /** Whether the log of another run has the same path. */
  isPathTaken: boolean;
}

/** Returns those of the runs whose logs other nodes write or wrote, and whose processes have started. */
export async function findRemoteRuns(
  db: Database,
  ids: readonly number[],
  nodeId: number,
): Promise<Map<number, RemoteRun>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("run").leftJoin("run_log", "run_log.run_id", "run.id")
    .select(["run.id", "run.log_path", "run.state", "run.finished_at", "run_log.size"])
    .select(({ ref }) =>
      sql<Uint8Array | null>`case when ${ref("run_log.size")} <= ${SMALL_BYTES} then ${
        ref("run_log.content")
      } end`
        .as("content")
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("run as other").select("other.id").where("other.log_path", "is not", null)
          .whereRef("other.log_path", "=", "run.log_path").whereRef("other.id", "!=", "run.id"),
      ).as("taken")
    )
    .where("run.id", "in", [...ids]).where("run.node_id", "is not", null).where("run.node_id", "!=", nodeId)
    .execute();
  return new Map(rows.flatMap((row) => {
    // Before that, its node may still choose another path.
    if (row.log_path === null || row.state === "queued" || row.state === "starting") return [];
    return [[row.id, {
      id: row.id,
      log_path: row.log_path,
      isOver: row.finished_at !== null,
      storedSize: row.size === null ? null : Number(row.size),
      content: row.content,
      isPathTaken: Boolean(row.taken),
    }]];
  }));
}

export async function listLiveRemoteRuns(db: Database, nodeId: number): Promise<number[]> {
  const rows = await db.selectFrom("run").select("id").where("finished_at", "is", null)
    .where("state", "=", "running").where("node_id", "is not", null).where("node_id", "!=", nodeId)
    .execute();
  return rows.map(({ id }) => id);
}
