import { join } from "node:path";
import type { BackupCounts } from "../../contract/backups.ts";
import { archiveRefused } from "../../platform/archive/archive_refused.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import type { DatabaseFacts } from "./database_worker.ts";
import type { Manifest } from "./manifest.ts";
import { DATABASE_FILE } from "./parts.ts";

/** Looks through the database that was unpacked into a folder. Throws `archive_refused` unless a panel can start with it. */
export async function examineCopy(folder: string, manifest: Manifest): Promise<DatabaseFacts> {
  const { damage, isNewer, ...facts } = await runDatabaseJob({
    kind: "examine",
    path: join(folder, DATABASE_FILE),
  });
  if (isNewer) throw archiveRefused("newer_schema");
  if (damage !== null) throw archiveRefused("bad_database");
  // A panel without an account would let the first who comes make one.
  if ((facts.tables["account"] ?? 0) === 0) throw archiveRefused("no_account");
  const isAsSaid = Object.entries(manifest.tables).every(([name, count]) =>
    facts.tables[name] === count || DOORS.has(name)
  );
  if (!isAsSaid) throw archiveRefused("bad_database");
  return facts;
}

const DOORS = new Set(["session", "pending_login", "passkey_challenge", "application_token"]);

/** Counts what people know by name. */
export function countsOf(tables: Record<string, number>): BackupCounts {
  const { task, run, variable, subscription, dependency, view, application } = tables;
  const counts = {
    ...{ tasks: task, runs: run, variables: variable, subscriptions: subscription },
    ...{ dependencies: dependency, views: view, applications: application },
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
