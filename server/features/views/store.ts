import type { ExpressionBuilder, Insertable, Selectable } from "kysely";
import type { Database, Tx } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import type { ViewTable } from "../../migrations/task_tables.ts";
import type { ViewsUser } from "./views_user.ts";

export type ViewRow = Selectable<ViewTable> & { owner: string | null };

/** Returns the views that a user sees, in the order that the user has given them, then as they were added. */
export async function readViews(db: Database | Tx, user: ViewsUser): Promise<ViewRow[]> {
  const rows = await visible(db, user).orderBy("view.position").orderBy("view.id").execute();
  if (user.accountId === null) return rows;
  const places = await db.selectFrom("view_position").select(["view_id", "position"])
    .where("account_id", "=", user.accountId).execute();
  const positions = new Map(places.map(({ view_id, position }) => [view_id, position]));
  const positionOf = ({ id }: ViewRow) => positions.get(id) ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted((one, other) => positionOf(one) - positionOf(other));
}

export async function findView(
  db: Database | Tx,
  user: ViewsUser,
  id: number,
): Promise<ViewRow | undefined> {
  return await visible(db, user).where("view.id", "=", id).executeTakeFirst();
}

function visible(db: Database | Tx, user: ViewsUser) {
  return db.selectFrom("view").leftJoin("account", "account.id", "view.account_id")
    .selectAll("view").select("account.username as owner")
    .where((where) => {
      const own = isOf(where, user.accountId);
      return {
        all: where.lit(true),
        shared: where.or([own, where("view.shared", "=", 1)]),
        own,
      }[user.sees];
    });
}

function isOf(where: ExpressionBuilder<Tables, "view">, accountId: number | null) {
  return accountId === null ? where("view.account_id", "is", null) : where("view.account_id", "=", accountId);
}

/** Returns whether an account, or the panel, has another view than `id` with a name. */
export async function isNameTaken(
  tx: Tx,
  accountId: number | null,
  name: string,
  id: number | null,
): Promise<boolean> {
  const rows = await tx.selectFrom("view").select("id").where("name", "=", name)
    .where((where) => isOf(where, accountId)).execute();
  return rows.some((other) => other.id !== id);
}

/** Counts the views of an account, or of the panel. */
export async function countOwn(tx: Tx, accountId: number | null): Promise<number> {
  const { count } = await tx.selectFrom("view").select(({ fn }) => fn.countAll<number>().as("count"))
    .where((where) => isOf(where, accountId)).executeTakeFirstOrThrow();
  return Number(count);
}

export async function countShared(tx: Tx): Promise<number> {
  const { count } = await tx.selectFrom("view").select(({ fn }) => fn.countAll<number>().as("count"))
    .where("shared", "=", 1).executeTakeFirstOrThrow();
  return Number(count);
}

/** Appends a view, last for everyone who sees it; returns its id. */
export async function insertView(tx: Tx, row: Omit<Insertable<ViewTable>, "position">): Promise<number> {
  const { last } = await tx.selectFrom("view").select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  const { id } = await tx.insertInto("view").values({ ...row, position: (last ?? -1) + 1 }).returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateView(tx: Tx, id: number, columns: Partial<Selectable<ViewTable>>): Promise<void> {
  await tx.updateTable("view").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Sets the order of views for a user, from 0. Their content does not change, so neither does their version. */
export async function writeOrder(
  tx: Tx,
  { accountId }: ViewsUser,
  ids: readonly number[],
): Promise<void> {
  if (accountId === null) {
    for (const [position, id] of ids.entries()) {
      await tx.updateTable("view").set({ position }).where("id", "=", id).execute();
    }
    return;
  }
  await tx.deleteFrom("view_position").where("account_id", "=", accountId).execute();
  const rows = ids.map((view_id, position) => ({ account_id: accountId, view_id, position }));
  await tx.insertInto("view_position").values(rows).execute();
}

/** Sets the order of those of the views that are shared, where these stand among all others. */
export async function writeSharedOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  const rows = await tx.selectFrom("view").select(["id", "position"]).where("shared", "=", 1)
    .where("id", "in", [...ids]).orderBy("position").orderBy("id").execute();
  const shared = new Set(rows.map(({ id }) => id));
  for (const [index, id] of ids.filter((one) => shared.has(one)).entries()) {
    const { position } = rows[index]!; // there are as many
    await tx.updateTable("view").set({ position }).where("id", "=", id).execute();
  }
}

export async function removeView(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("view_position").where("view_id", "=", id).execute();
  await tx.deleteFrom("view").where("id", "=", id).execute();
}
