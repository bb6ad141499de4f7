import type { Selectable } from "kysely";
import type { AuditQuery } from "../../contract/audit_log.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { AuditEntryTable } from "../../migrations/account_tables.ts";
import { containsText } from "../../platform/sql_expressions.ts";

export type EntryRow = Selectable<AuditEntryTable>;

/** Returns one page of entries, newest first. */
export async function listEntries(db: Database, query: AuditQuery) {
  const { page, pageSize } = query;
  const wanted = narrowed(db, query);
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await wanted.selectAll().orderBy("id", "desc").limit(pageSize).offset((page - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
}

function narrowed(db: Database, { q, act, actor, from, to }: AuditQuery) {
  let wanted = db.selectFrom("audit_entry");
  // Matches whole words only, `tasks` does not match `tasks-else`; a range, so that the index serves it: `/`
  // comes after `.`.
  if (act) {
    wanted = wanted.where((where) =>
      where.or(
        act.split(",").flatMap((one) => [
          where("act", "=", one),
          where.and([where("act", ">=", `${one}.`), where("act", "<", `${one}/`)]),
        ]),
      )
    );
  }
  if (actor) wanted = wanted.where("actor_kind", "=", actor);
  if (from) wanted = wanted.where("at", ">=", Date.parse(from));
  if (to) wanted = wanted.where("at", "<", Date.parse(to));
  if (q) {
    wanted = wanted.where((where) =>
      where.or(
        (["actor_name", "object", "act", "ip"] as const).map((name) => containsText(where.ref(name), q)),
      )
    );
  }
  return wanted;
}

/** Returns the entries after `id` in the order they were written. */
export function readAfter(db: Database, id: number, limit: number): Promise<EntryRow[]> {
  return db.selectFrom("audit_entry").selectAll().where("id", ">", id).orderBy("id").limit(limit).execute();
}

/** Returns the head, which the next entry follows. */
export function readHead(db: Database) {
  return db.selectFrom("audit_head").select(["entry_id", "hash"]).where("id", "=", 1).executeTakeFirst();
}

/** Returns an entry after the last one that the panel wrote. */
export function findBeyondHead(db: Database): Promise<EntryRow | undefined> {
  return db.selectFrom("audit_entry").selectAll()
    .where("id", ">", (where) => where.selectFrom("audit_head").select("entry_id").where("id", "=", 1))
    .orderBy("id").limit(1).executeTakeFirst();
}

/** Returns the latest entry of an action, up to `id`. */
export function newestOf(db: Database, action: string, upTo: number): Promise<EntryRow | undefined> {
  return db.selectFrom("audit_entry").selectAll().where("act", "=", action).where("id", "<=", upTo)
    .orderBy("id", "desc").limit(1).executeTakeFirst();
}

export async function countEntries(tx: Tx | Database): Promise<number> {
  const { total } = await tx.selectFrom("audit_entry").select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the entry that this many newer ones follow. */
export function entryBefore(tx: Tx, newer: number): Promise<EntryRow | undefined> {
  return tx.selectFrom("audit_entry").selectAll().orderBy("id", "desc").offset(newer).limit(1)
    .executeTakeFirst();
}

/** Deletes the entries up to and including `id`; returns how many. */
export async function removeThrough(tx: Tx, id: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom("audit_entry").where("id", "<=", id).executeTakeFirst();
  return Number(numDeletedRows);
}
