import { type Insertable, type Selectable, sql } from "kysely";
import type { SortKey } from "../../contract/read_sort.ts";
import type {
  JoinRule,
  VariableLabels,
  VariableListQuery,
  VariableSortField,
} from "../../contract/variables.ts";
import { gathered } from "../../engine/gathered.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { VariableTable } from "../../migrations/tables.ts";
import { containsText, jsonTexts } from "../../platform/sql_expressions.ts";

export type VariableRow = Selectable<VariableTable>;

const sortColumns = {
  position: "position",
  name: "name",
  remarks: "remarks",
  enabled: "enabled",
  createdAt: "created_at",
  updatedAt: "updated_at",
} as const satisfies Record<VariableSortField, keyof VariableTable>;

export async function listVariables(
  db: Database,
  query: VariableListQuery,
  sort: readonly SortKey<VariableSortField>[],
): Promise<{ rows: VariableRow[]; total: number }> {
  const { total } = await filtered(db, query).select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  let page = filtered(db, query).selectAll("variable");
  for (const { field, descending } of sort) {
    page = page.orderBy(sortColumns[field], descending ? "desc" : "asc");
  }
  const rows = await page.orderBy("position").orderBy("id").limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize).execute();
  return { rows, total: Number(total) };
}

function filtered(db: Database, { q, name, label, enabled }: VariableListQuery) {
  let query = db.selectFrom("variable");
  if (name) query = query.where("name", "=", name);
  if (enabled) query = query.where("enabled", "=", enabled === "true" ? 1 : 0);
  if (label) {
    query = query.where(({ exists, selectFrom }) =>
      exists(selectFrom(labelTexts().as<"one">(sql`one`)).select("one.value").where("one.value", "=", label))
    );
  }
  const part = q?.trim();
  if (!part) return query;
  return query.where((where) =>
    where.or([
      containsText(where.ref("name"), part),
      containsText(where.ref("remarks"), part),
      where.and([where("secret", "=", 0), containsText(where.ref("value"), part)]),
    ])
  );
}

function labelTexts() {
  return jsonTexts(sql.ref("variable.labels_json"));
}

export async function readVariables(db: Database | Tx): Promise<VariableRow[]> {
  return await db.selectFrom("variable").selectAll().orderBy("position").orderBy("id").execute();
}

export async function readEnabled(db: Database): Promise<readonly VariableRow[]> {
  return await readEnabledTogether(db, null);
}

// Runs that start at the same moment share the query.
const readEnabledTogether = gathered(async (db: Database, readers: readonly null[]) => {
  const rows = await db.selectFrom("variable").selectAll().where("enabled", "=", 1)
    .orderBy("position").orderBy("id").execute();
  return readers.map(() => rows);
});

/** Returns the variables with the given names in order, without their values. */
export async function readNamed(db: Database, names: readonly string[]) {
  return await db.selectFrom("variable").select(["id", "name", "labels_json", "enabled"])
    .where("name", "in", names).orderBy("position").orderBy("id").execute();
}

export async function findVariable(db: Database | Tx, id: number): Promise<VariableRow | undefined> {
  return await db.selectFrom("variable").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function insertVariable(tx: Tx, row: Insertable<VariableTable>): Promise<number> {
  const { id } = await tx.insertInto("variable").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Updates columns of a variable and increments its version. */
export async function updateVariable(tx: Tx, id: number, columns: Partial<VariableRow>): Promise<void> {
  await tx.updateTable("variable").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Deletes a variable. Returns false if it does not exist. */
export async function removeVariable(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("variable").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Sets the positions of variables. Their content does not change, so neither does their version. */
export async function writePositions(tx: Tx, positions: ReadonlyMap<number, number>): Promise<void> {
  for (const [id, position] of positions) {
    await tx.updateTable("variable").set({ position }).where("id", "=", id).execute();
  }
}

/** Returns the rules of names; a name without a row is joined. */
export async function readRules(db: Database | Tx): Promise<Map<string, JoinRule>> {
  const rows = await db.selectFrom("variable_rule").selectAll().execute();
  return new Map(rows.map(({ name, join }) => [name, join]));
}

export async function writeRule(tx: Tx, name: string, join: JoinRule): Promise<void> {
  await tx.insertInto("variable_rule").values({ name, join })
    .onConflict((on) => on.column("name").doUpdateSet({ join })).execute();
}

export async function countLabels(db: Database): Promise<VariableLabels["items"]> {
  const rows = await db.selectFrom(["variable", labelTexts().as<"one">(sql`one`)])
    .select(["one.value as label", ({ fn }) => fn.countAll().as("variables")])
    .groupBy("one.value").orderBy("one.value").execute();
  return rows.map(({ label, variables }) => ({ label, variables: Number(variables) }));
}
