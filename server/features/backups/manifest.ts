import * as z from "zod";
import { type BackupPart, backupPartList } from "../../contract/automatic_backups.ts";
import { instant } from "../../contract/shapes.ts";
import { archiveError } from "../../platform/archive/archive_error.ts";

export const FORMAT = 1;

/** What stands first in an archive. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal("sundial"),
  panelVersion: z.string().max(100),
  createdAt: instant,
  /** Of the panel that made it. */
  installation: z.string().max(100),
  parts: backupPartList,
  /** Rows of each table; none without the database. */
  tables: z.record(z.string().max(100), z.int().min(0)),
  /** Name of the key that secrets in the database are sealed with; null where there is none. */
  keyName: z.string().max(100).nullable(),
  /** Only with a passphrase: without, the secrets in it are of no use to whoever has it. */
  holdsKey: z.boolean(),
  /** Sealed values in the database. */
  sealed: z.int().min(0),
});
export type Manifest = z.infer<typeof manifest>;

/** Writes a manifest. */
export function writeManifest(details: Manifest): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(details, null, 2)}\n`);
}

/** Reads a manifest. Throws `archive_refused`. */
export function readManifest(bytes: Uint8Array): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw archiveError("not_an_archive");
  }
  const read = manifest.safeParse(json);
  if (read.success) return read.data;
  const { format } = Object(json) as { format?: unknown }; // any object has fields
  throw archiveError(typeof format === "number" && format > FORMAT ? "newer_format" : "not_an_archive");
}

/** Tells whether an archive holds a part. */
export function holds({ parts }: Manifest, part: BackupPart): boolean {
  return parts.includes(part);
}
