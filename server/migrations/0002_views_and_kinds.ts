import { type Kysely, sql } from "kysely";

/**
 * Creates views, classifies tasks by what their command runs, and adds indexes for the queue and the last skips.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("view")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("conditions_json", "text", (c) => c.notNull())
    .addColumn("relation", "text", (c) => c.notNull())
    .addColumn("sort_json", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("hidden", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("task").addColumn("kind", "text", (c) => c.notNull().defaultTo("other"))
    .execute();
  await db.schema.alterTable("task").addColumn("log_keep_runs", "integer").execute();
  await db.schema.alterTable("task").addColumn("planned_at", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("run").addColumn("peak_memory_bytes", "bigint").execute();
  await sql`update task set planned_at = updated_at`.execute(db);
  await fillKinds(db);
  await rebuildIndexes(db);
}

// A partial index on states serves only queries that repeat the same list literally, which parameters never do; `is null`
// always does. A run has ended exactly when it has an end time.
async function rebuildIndexes(db: Kysely<unknown>): Promise<void> {
  for (const name of ["run_active", "run_active_task", "run_finished_at"]) {
    await db.schema.dropIndex(name).execute();
  }
  await sql`create index run_active on run (state, queue_rank, queue_order, id) where finished_at is null`
    .execute(db);
  await sql`create index run_active_task on run (task_id) where finished_at is null`.execute(db);
  await sql`create index run_finished_at on run (finished_at) where finished_at is not null`.execute(db);
  await sql`create index run_not_started on run (task_id, due_at)
    where started_at is null and finished_at is not null`.execute(db);
}

async function fillKinds(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; command: string }>`select id, command from task`.execute(db);
  for (const { id, command } of rows) {
    await sql`update task set kind = ${kindOf(command)} where id = ${id}`.execute(db);
  }
}

// Copied from the panel of that version: the current classification may change, this one must not.
const scripts: Record<string, string> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "typescript",
  mts: "typescript",
  py: "python",
  sh: "shell",
};
const foreign = ["php", "rb", "pl", "lua", "r", "jar", "go", "ps1"];

function kindOf(command: string): string {
  if (/^\s*(task\s+)?ql\s+(repo|raw)(\s|$)/.test(command)) return "subscription";
  for (const word of command.split(/[\s'"`()|&;<>=]+/)) {
    const extension = word.includes("://") ? "" : /\.([a-z0-9]+)$/i.exec(word)?.[1]?.toLowerCase() ?? "";
    const kind = Object.hasOwn(scripts, extension) ? scripts[extension] : undefined;
    if (kind !== undefined) return kind;
    if (foreign.includes(extension)) return "other";
  }
  return /^\s*task(\s+-l|\s+-m\s+\S+)*\s*$/.test(command) ? "other" : "shell";
}
