import { type Kysely, sql } from "kysely";

/** Lets a task run once for each value of a list: each of these runs has its position in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column for_each_json text`.execute(db);
  await sql`alter table run add column item integer`.execute(db);
  await sql`alter table run add column item_value text`.execute(db);
  const node = sql`(coalesce(target_node, 0))`;
  const item = sql`(coalesce(item, -1))`;
  for (const name of ["run_due", "run_nominal", "run_flow"]) await db.schema.dropIndex(name).execute();
  await sql`create unique index run_due on run (task_id, due_at, ${node}, ${item})
    where due_at is not null and nominal_at is null and merged_into is null`.execute(db);
  await sql`create unique index run_nominal on run (task_id, nominal_at, ${node}, ${item})
    where nominal_at is not null`.execute(db);
  await sql`create unique index run_flow on run (flow_run_id, task_id, flow_attempt, attempt, ${node}, ${item})
    where flow_run_id is not null`.execute(db);
}
