import { archiveError } from "../../platform/archive/archive_error.ts";
import type { Disk } from "../../platform/disk.ts";
import { examineCopy } from "./examine_copy.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { unpackArchive } from "./unpack_archive.ts";

export interface ProveOptions {
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
export async function proveBackup(
  { path, work, passphrase, disk, manifest, signal }: ProveOptions,
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
