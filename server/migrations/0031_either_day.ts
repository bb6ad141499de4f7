import { type Kysely, sql } from "kysely";

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
  if (Array.isArray(value)) return value.map((rule) => typeof rule === "string" ? keepEither(rule) : rule);
  if (typeof value !== "object" || value === null) return value;
  if ("rules" in value) return { ...value, rules: keepRules(value.rules) };
  if (!("schedules_json" in value) || typeof value.schedules_json !== "string") return value;
  return { ...value, schedules_json: keepIn(value.schedules_json) };
}

const MAX_RULE = 200;

function keepEither(rule: string): string {
  const fields = rule.trim().split(/\s+/);
  const [day = "", month = "", week = ""] = fields.slice(-3);
  if (fields.length < 5 || fields.length > 6 || rule.includes("@") || week.startsWith("+")) return rule;
  if (isAny(day) || isAny(week) || !(startsWithAny(day) || startsWithAny(week))) return rule;
  const kept = [...fields.slice(0, -3), inRange(day, "1-31"), month, inRange(week, "0-6")].join(" ");
  return kept.length > MAX_RULE ? rule : kept;
}

function isAny(field: string): boolean {
  return field === "*" || field === "?";
}

function startsWithAny(field: string): boolean {
  return field.startsWith("*") || field.startsWith("?");
}

function inRange(field: string, all: string): string {
  return startsWithAny(field) ? all + field.slice(1) : field;
}
