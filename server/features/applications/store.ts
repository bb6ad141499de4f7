import type { Insertable, Selectable } from "kysely";
import { applicationSortFields, type ApplicationsQuery } from "../../contract/applications.ts";
import { readSort } from "../../contract/read_sort.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { ApplicationTable } from "../../migrations/account_tables.ts";
import { containsText } from "../../platform/sql_expressions.ts";

export type ApplicationRow = Selectable<ApplicationTable> & { owner: string | null };

const columns = {
  name: "application.name",
  lastUsedAt: "application.last_used_at",
  createdAt: "application.created_at",
} as const;

function withOwner(db: Database | Tx) {
  return db.selectFrom("application").leftJoin("account", "account.id", "application.account_id")
    .selectAll("application").select("account.username as owner");
}

/** Returns one page of applications, by name by default; of all, or of those of an account. */
export async function listApplications(
  db: Database,
  { page, pageSize, q, sort = "name" }: ApplicationsQuery,
  accountId: number | null,
): Promise<{ rows: ApplicationRow[]; total: number }> {
  let wanted = db.selectFrom("application");
  if (accountId !== null) wanted = wanted.where("account_id", "=", accountId);
  if (q) {
    wanted = wanted.where((where) =>
      where.or([containsText(where.ref("application.name"), q), containsText(where.ref("client_id"), q)])
    );
  }
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  let ordered = wanted.leftJoin("account", "account.id", "application.account_id")
    .selectAll("application").select("account.username as owner");
  for (const { field, descending } of readSort(sort, applicationSortFields)) {
    ordered = ordered.orderBy(columns[field], descending ? "desc" : "asc");
  }
  const rows = await ordered.orderBy("application.id").limit(pageSize).offset((page - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
}

export function findApplication(db: Database | Tx, id: number): Promise<ApplicationRow | undefined> {
  return withOwner(db).where("application.id", "=", id).executeTakeFirst();
}

export function findByClientId(db: Database, clientId: string): Promise<ApplicationRow | undefined> {
  return withOwner(db).where("client_id", "=", clientId).executeTakeFirst();
}

/** Returns whether an application other than `id` has a name, ignoring case. */
export async function isNameTaken(tx: Tx, name: string, id: number | null): Promise<boolean> {
  const others = await tx.selectFrom("application").select(["id", "name"]).execute();
  return others.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase());
}

export async function countApplications(tx: Tx): Promise<number> {
  const { total } = await tx.selectFrom("application").select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Inserts an application; returns its id. */
export async function insertApplication(tx: Tx, row: Insertable<ApplicationTable>): Promise<number> {
  return (await tx.insertInto("application").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Updates columns of an application and increments its version. */
export async function updateApplication(
  tx: Tx,
  id: number,
  changed: Partial<Selectable<ApplicationTable>>,
): Promise<void> {
  await tx.updateTable("application").set(changed).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

export async function removeApplication(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("application").where("id", "=", id).execute();
}
