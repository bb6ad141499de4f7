import { type Kysely, sql } from "kysely";

/** Lets runs of a task wait until a person approves them, and records who decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column requires_approval integer not null default 0`.execute(db);
  await sql`alter table task add column approval_lapse_ms bigint not null default 86400000`.execute(db);
  await sql`alter table run add column approval_until bigint`.execute(db);
  await sql`alter table run add column approval_at bigint`.execute(db);
  await sql`alter table run add column approval_by text`.execute(db);
  await sql`alter table run add column approval_remark text`.execute(db);
}
