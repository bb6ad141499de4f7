import * as z from "zod";
import { backupPartList } from "../../contract/automatic_backups.ts";
import { instant } from "../../contract/shapes.ts";
import { archiveError } from "../../platform/archive/archive_form.ts";

export const FORMAT = 1;

/** The first entry of an archive. */
const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal("sundial"),
  panelVersion: z.string().max(100),
  createdAt: instant,
  /** Id of the panel that made it. */
  installation: z.string().max(100),
  parts: backupPartList,
  /** Number of rows per table; empty without the database. */
  tables: z.record(z.string().max(100), z.int().min(0)),
  /** Name of the key that seals the secrets in the database; null if there is none. */
  keyName: z.string().max(100).nullable(),
  /** Only with a passphrase: without the key, the secrets in an archive are useless to whoever has it. */
  holdsKey: z.boolean(),
  /** Number of sealed values in the database. */
  sealed: z.int().min(0),
});
export type Manifest = z.infer<typeof manifest>;

export function writeManifest(details: Manifest): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(details, null, 2)}\n`);
}

/** Parses a manifest. Throws `archive_refused`. */
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
