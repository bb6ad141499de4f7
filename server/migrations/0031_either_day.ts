import { type Kysely, sql } from "kysely";
import { keepEitherDay } from "../contract/cron/either_day.ts";

/**
 * Keeps the due times of rules with both day fields of which one begins with `*`. Until now either of them was enough; as in
 * cron, both have to match now. Written as a range, one of them is enough still.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of columns) {
    const rows = await sql<{ id: number; text: string }>`
      select id, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref(column)} like '%*%'`.execute(db);
    for (const { id, text } of rows.rows) {
      const kept = keepIn(text);
      if (kept === text) continue;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${kept} where id = ${id}`.execute(db);
    }
  }
}

const columns = [
  ["task", "schedules_json"],
  ["subscription", "schedule_json"],
  ["trashed_task", "row_json"],
] as const;

function keepIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const kept = keepRules(value);
    return JSON.stringify(kept) === JSON.stringify(value) ? text : JSON.stringify(kept);
  } catch {
    return text; // what cannot be read is not planned either
  }
}

// An array of rules, a subscription's schedule with one, or a deleted task with an array as text.
function keepRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((rule) => typeof rule === "string" ? keepEitherDay(rule) : rule);
  if (typeof value !== "object" || value === null) return value;
  if ("rules" in value) return { ...value, rules: keepRules(value.rules) };
  if (!("schedules_json" in value) || typeof value.schedules_json !== "string") return value;
  return { ...value, schedules_json: keepIn(value.schedules_json) };
}
