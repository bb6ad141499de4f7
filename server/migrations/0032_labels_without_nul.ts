import { type Kysely, sql } from "kysely";

/**
 * Removes NUL from labels, which calls of the compatible API could store: PostgreSQL cannot read such labels, so every list of
 * labels failed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, clean] of columns) {
    const rows = await sql<{ id: number; text: string }>`
      select id, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref(column)} like ${"%u0000%"}`.execute(db);
    for (const { id, text } of rows.rows) {
      const after = clean(text);
      if (after === text) continue;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after} where id = ${id}`.execute(db);
    }
  }
}

const columns = [
  ["task", "labels_json", withoutNul],
  ["variable", "labels_json", withoutNul],
  ["trashed_task", "row_json", inRow],
] as const;

function inRow(text: string): string {
  try {
    const row = JSON.parse(text) as { labels_json?: unknown };
    if (typeof row.labels_json !== "string") return text;
    const labels_json = withoutNul(row.labels_json);
    return labels_json === row.labels_json ? text : JSON.stringify({ ...row, labels_json });
  } catch {
    return text; // cannot be restored either
  }
}

function withoutNul(text: string): string {
  try {
    const labels = JSON.parse(text) as unknown;
    if (!Array.isArray(labels)) return text;
    const clean = labels.map((label) =>
      typeof label === "string" ? label.replaceAll("\0", "").trim() : label
    );
    return JSON.stringify([...new Set(clean)].filter((label) => label !== ""));
  } catch {
    return text; // counts as no labels
  }
}
