import { join } from "node:path";
import type { BackupCounts } from "../../contract/backups.ts";
import { archiveError } from "../../platform/archive/archive_error.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import type { DatabaseDetails } from "./database_worker.ts";
import type { Manifest } from "./manifest.ts";
import { DATABASE_FILE } from "./parts.ts";

/**
 * Checks the database that was unpacked to a folder. Throws `archive_refused` unless a panel can start with
 * it.
 */
export async function examineCopy(folder: string, manifest: Manifest): Promise<DatabaseDetails> {
  const { damage, isNewer, ...details } = await runDatabaseJob({
    kind: "examine",
    path: join(folder, DATABASE_FILE),
  });
  if (isNewer) throw archiveError("newer_schema");
  if (damage !== null) throw archiveError("bad_database");
  // A panel without an account would let the first client create one.
  if ((details.tables["account"] ?? 0) === 0) throw archiveError("no_account");
  const matchesManifest = Object.entries(manifest.tables).every(([name, count]) =>
    details.tables[name] === count || CONNECTIONS.has(name)
  );
  if (!matchesManifest) throw archiveError("bad_database");
  return details;
}

const CONNECTIONS = new Set(["session", "pending_login", "passkey_challenge", "application_token"]);

/** Counts the rows that users know by name. */
export function countsOf(tables: Record<string, number>): BackupCounts {
  const { task, run, variable, subscription, dependency, view, application } = tables;
  const counts = {
    ...{ tasks: task, runs: run, variables: variable, subscriptions: subscription },
    ...{ dependencies: dependency, views: view, applications: application },
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
