import type { Kysely } from "kysely";
import type { ArchiveContents } from "../../contract/backups.ts";
import { liveStates } from "../../engine/states.ts";
import type { Database } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import type { Disk } from "../../platform/disk.ts";
import { readKeyName } from "../../platform/seal.ts";
import { countsOf, examineCopy } from "./examine_copy.ts";
import type { Manifest } from "./manifest.ts";
import { measureParts } from "./measure_parts.ts";
import { DATABASE_FILE } from "./parts.ts";
import { unpackArchive } from "./unpack_archive.ts";

export interface InspectOptions {
  path: string;
  passphrase?: string | undefined;
  /** A folder of its own, gone afterwards. */
  work: string;
  disk: Disk;
  root: string;
  installation: string;
  db: Database;
}

/**
 * Reads an archive to its end and tells what it holds and what it would replace; only its database is unpacked, into a temporary
 * place. Throws `archive_refused` and the like.
 */
export async function inspectArchive(options: InspectOptions): Promise<ArchiveContents> {
  const { path, passphrase, work, disk, root, installation, db } = options;
  try {
    const wants = (name: string) => name === DATABASE_FILE;
    const { manifest, parts } = await unpackArchive(path, { into: work, passphrase, disk, wants });
    const details = manifest.parts.includes("database") ? await examineCopy(work, manifest) : null;
    return {
      createdAt: manifest.createdAt,
      panelVersion: manifest.panelVersion,
      parts,
      counts: details ? countsOf(details.tables) : {},
      secrets: fateOfSecrets(manifest, details?.sealed ?? 0, readKeyName(root)),
      sameInstallation: manifest.installation === installation,
      replaces: {
        counts: await presentCounts(db),
        parts: await measureParts(root, manifest.parts),
        running: await countRunning(db),
      },
    };
  } finally {
    await disk.remove(work);
  }
}

function fateOfSecrets(
  { holdsKey, keyName }: Manifest,
  sealed: number,
  presentKey: string | null,
): ArchiveContents["secrets"] {
  if (sealed === 0) return "none";
  if (holdsKey) return "included";
  return keyName !== null && keyName === presentKey ? "same_key" : "lost";
}

const counted = ["task", "run", "variable", "subscription", "dependency", "view", "application"] as const;

async function presentCounts(db: Kysely<Tables>) {
  const tables: Record<string, number> = {};
  for (const table of counted) {
    const row = await db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    tables[table] = row.count;
  }
  return countsOf(tables);
}

async function countRunning(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("count"))
    .where("finished_at", "is", null).where("state", "in", liveStates).executeTakeFirstOrThrow();
  return row.count;
}
