// What several machines share besides the data of users, after a restore of their database. All but one of them are stopped
// meanwhile, but their folders, their running tasks and their identity are those of now, and must fit the restored database.
import type { DatabaseSync } from "node:sqlite";
import { fileAreas } from "../../contract/files.ts";
import { DATABASE_ID } from "../../cluster/files/database_id.ts";
import { hasTable, replaceRows, sharedColumns } from "./shared_columns.ts";

/** Of now: which nodes there are, what they have installed, and what their running tasks have left of their logs. */
const OF_NOW = ["node", "node_dependency", "run_order", "run_log_chunk"];

/** Fits what nodes share to the nodes of now; the areas in `parts` are those of the backup. Repeating it changes nothing. */
export function keepNodes(database: DatabaseSync, parts: readonly string[]): void {
  if (!hasTable(database, "main", "stored_tree") || !hasTable(database, "present", "stored_tree")) return;
  for (const table of OF_NOW) replaceRows(database, table);
  database.exec(`
    delete from main.node_dependency where dependency_id not in (select id from main.dependency);
    delete from main.run_order where run_id not in (select id from main.run where finished_at is null);
    delete from main.run_log_chunk where run_id not in (select id from main.run where finished_at is null);
  `);
  // Otherwise the other panels would take it for another database, and their old files for new ones.
  database.prepare(`
    insert into main.setting (name, value_json) select name, value_json from present.setting where name = ?
    on conflict (name) do update set value_json = excluded.value_json
  `).run(DATABASE_ID);
  for (const area of fileAreas) keepTree(database, area, parts.includes(area));
  const blob = sharedColumns(database, "stored_blob");
  database.exec(
    `insert or ignore into main.stored_blob (${blob}) select ${blob} from present.stored_blob`,
  );
}

// A restored tree is newer than what any panel has seen. One that is not restored stays.
function keepTree(database: DatabaseSync, area: string, isRestored: boolean): void {
  const present = database.prepare("select version from present.stored_tree where area = ?").get(area);
  if (isRestored && present === undefined) return;
  const known = database.prepare("select version from main.stored_tree where area = ?").get(area);
  if (!isRestored || known === undefined) {
    const tree = sharedColumns(database, "stored_tree");
    database.prepare("delete from main.stored_tree where area = ?").run(area);
    database.prepare(
      `insert into main.stored_tree (${tree}) select ${tree} from present.stored_tree where area = ?`,
    ).run(area);
  }
  if (!isRestored) return;
  database.prepare(`
    update main.stored_tree set version = max(version, (
      select given.version + 1 from present.stored_tree as given where given.area = main.stored_tree.area
    )) where area = ?
  `).run(area);
}
