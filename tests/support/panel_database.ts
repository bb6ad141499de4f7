// The database of a panel under test: SQLite in its data folder or, with SUNDIAL_TEST_ENGINE=postgres, one on the server of the
// test process.
import { join } from "node:path";
import type { Database } from "../../server/engine/store.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { postgresDatabases } from "./postgres_databases.ts";

export interface PanelDatabase extends AsyncDisposable {
  /** Environment variables of a panel that uses it. */
  environment: Record<string, string>;
  /** Opens another connection to it; it exists once the panel is open. */
  open(): Promise<Database>;
}

/** Returns the database of the panel in a data folder. Dispose of it after the panel has ended. */
export async function panelDatabase(dataDir: string): Promise<PanelDatabase> {
  if (postgresDatabases === null) return sqliteDatabase(dataDir);
  const databases = postgresDatabases;
  const url = await databases.lend();
  return {
    environment: { SUNDIAL_DATABASE_URL: url, SUNDIAL_KEY_FILE: join(dataDir, "secret.key") },
    open: () => openPostgres<Tables>(url),
    [Symbol.asyncDispose]: () => databases.giveBack(url),
  };
}

/** Returns the SQLite database in a data folder, whatever the tests run on. */
export function sqliteDatabase(dataDir: string): PanelDatabase {
  return {
    environment: {},
    open: () => Promise.resolve(openDatabase<Tables>(join(dataDir, "sundial.sqlite"))),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
