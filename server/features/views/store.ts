import type { Insertable, Selectable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { ViewTable } from "../../migrations/tables.ts";

export type ViewRow = Selectable<ViewTable>;

/** Returns all views in order. */
export async function readViews(db: Database | Tx): Promise<ViewRow[]> {
  return await db.selectFrom("view").selectAll().orderBy("position").orderBy("id").execute();
}

/** Returns one view. */
export async function findView(db: Database | Tx, id: number): Promise<ViewRow | undefined> {
  return await db.selectFrom("view").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns whether another view than `id` has a name. */
export async function isNameTaken(tx: Tx, name: string, id: number | null): Promise<boolean> {
  const other = await tx.selectFrom("view").select("id").where("name", "=", name).executeTakeFirst();
  return other !== undefined && other.id !== id;
}

/** Inserts a view and returns its id. */
export async function insertView(tx: Tx, row: Insertable<ViewTable>): Promise<number> {
  const { id } = await tx.insertInto("view").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Updates columns of a view and increments its version. */
export async function updateView(tx: Tx, id: number, columns: Partial<ViewRow>): Promise<void> {
  await tx.updateTable("view").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Sets the order of views, from 0. Their content does not change, so neither does their version. */
export async function writeOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx.updateTable("view").set({ position }).where("id", "=", id).execute();
  }
}

/** Deletes a view. Returns false if it does not exist. */
export async function removeView(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("view").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}
