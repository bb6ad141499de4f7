import type { Database, Tx } from "../../engine/store.ts";

/** Returns every setting that was ever changed, by name; invalid JSON counts as not set. */
export async function readSettings(db: Database | Tx): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom("setting").select(["name", "value_json"]).execute();
  return new Map(rows.flatMap(({ name, value_json }) => {
    try {
      return [[name, JSON.parse(value_json) as unknown] as const];
    } catch {
      return [];
    }
  }));
}

/** Writes settings, replacing existing ones. */
export async function writeSettings(db: Tx, values: Record<string, unknown>): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value_json: JSON.stringify(value) }));
  await db.insertInto("setting").values(rows)
    .onConflict((on) =>
      on.column("name").doUpdateSet((row) => ({ value_json: row.ref("excluded.value_json") }))
    )
    .execute();
}
