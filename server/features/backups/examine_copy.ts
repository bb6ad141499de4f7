import { join } from "node:path";
import type { BackupCounts } from "../../contract/backups.ts";
import { archiveError } from "../../platform/archive/archive_form.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import type { DatabaseDetails } from "./database_worker.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { DATABASE_FILE } from "./parts.ts";
import type { Disk } from "../../platform/disk.ts";
import { unpackArchive } from "./unpack_archive.ts";

const CONNECTIONS = new Set(["session", "pending_login", "passkey_challenge", "application_token"]);

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

/** Counts the rows that users know by name. */
export function countsOf(tables: Record<string, number>): BackupCounts {
  const { task, run, variable, subscription, dependency, view, application } = tables;
  const counts = {
    tasks: task,
    runs: run,
    variables: variable,
    subscriptions: subscription,
    dependencies: dependency,
    views: view,
    applications: application,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

interface VerifyOptions {
  path: string;
  /** A private folder, removed afterwards. */
  work: string;
  passphrase?: string | undefined;
  disk: Disk;
  /** The expected manifest. */
  manifest: Manifest;
  signal?: AbortSignal | undefined;
}

/**
 * Restores an archive to a temporary folder and compares the counts. Throws `archive_refused` if they differ
 * from the manifest, `storage_full` and file system errors.
 */
export async function verifyBackup(
  { path, work, passphrase, disk, manifest, signal }: VerifyOptions,
): Promise<void> {
  try {
    const onBytes = () => signal?.throwIfAborted();
    const unpacked = await unpackArchive(path, { into: work, passphrase, disk, wants: () => true, onBytes });
    if (!isSame(unpacked.manifest, manifest)) throw archiveError("damaged");
    if (manifest.parts.includes("database")) await examineCopy(work, manifest);
  } finally {
    await disk.remove(work);
  }
}

// Parsing puts the fields in the order of the schema.
function isSame(read: Manifest, meant: Manifest): boolean {
  return JSON.stringify(read) === JSON.stringify(readManifest(writeManifest(meant)));
}
