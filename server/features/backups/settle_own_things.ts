// To whom what people have for themselves belongs after a restore: accounts are the current ones, whose numbers may be those of
// other people in the backup.
import type { DatabaseSync } from "node:sqlite";
import { hasColumn } from "./shared_columns.ts";

/**
 * Gives the restored views to the current accounts of their owners, known by number and time or by name; to the first
 * administrator if there is none. Both databases still have their own accounts.
 */
export function settleViews(database: DatabaseSync): void {
  if (!hasColumn(database, "main", "view", "account_id")) return;
  // In an older version, the only account is the administrator.
  const administrators = hasColumn(database, "present", "account", "role")
    ? "role = 'administrator'"
    : "true";
  for (const table of ["view", "view_position"]) {
    // One position is enough where two accounts have become one.
    database.exec(`
      update or replace main.${table} as own set account_id = coalesce(
        (select now.id from main.account as owner join present.account as now
          on now.id = owner.id and now.created_at = owner.created_at where owner.id = own.account_id),
        (select now.id from main.account as owner join present.account as now
          on now.username = owner.username where owner.id = own.account_id),
        (select min(id) from present.account where ${administrators})
      ) where account_id is not null
    `);
  }
}
