import * as z from "zod";
import { backupPartList as parts, backupParts } from "./automatic_backups.ts";
import { errorCodes } from "./error_codes.ts";
import { passphrase } from "./settings.ts";
import { sealedKinds } from "./sealed_kinds.ts";
import { id, instant } from "./shapes.ts";
import { backupLimits } from "./limits/backups.ts";

/** The tables of a database whose rows are counted and reported. */
export const countedThings = [
  "tasks",
  "runs",
  "variables",
  "subscriptions",
  "dependencies",
  "views",
  "applications",
] as const;
export type CountedThing = (typeof countedThings)[number];

const part = z.enum(backupParts);
const counts = z.partialRecord(z.enum(countedThings), z.int());
export type BackupCounts = z.infer<typeof counts>;

const partDetails = z.object({ part, files: z.int(), bytes: z.int() });
export type PartDetails = z.infer<typeof partDetails>;

export const newPassphrase = passphrase.min(backupLimits.shortestPassphrase);

/** Why an archive is rejected; the `fault` of `archive_refused`. */
export const archiveProblems = [
  "not_an_archive",
  "truncated",
  "damaged",
  "not_intact",
  "unsafe_name",
  "unsafe_kind",
  "unexpected",
  "duplicate",
  "too_large",
  "too_many",
  "newer_format",
  "newer_schema",
  "bad_database",
  "no_account",
  "does_not_start",
  "part_missing",
  "place_fixed",
] as const;
export type ArchiveProblem = (typeof archiveProblems)[number];

export const backup = z.object({
  id,
  kind: z.enum(["archive", "before_restore"]).meta({
    description: "`before_restore`: the state saved by a restore; restoring it undoes that restore",
  }),
  state: z.enum(["making", "ready", "failed"]),
  createdAt: instant,
  size: z.int().nullable().meta({
    description: "Size in bytes; null while the backup is being created, and for a state saved by a restore",
  }),
  parts: z.array(part),
  encrypted: z.boolean(),
  automatic: z.boolean(),
  counts,
  verified: z.boolean().meta({
    description: "Whether the backup was verified by restoring it into a temporary folder",
  }),
  leftOut: z.int().meta({ description: "Number of links, pipes and unreadable files that were left out" }),
  error: z.object({ code: z.enum(errorCodes), title: z.string(), detail: z.string() }).nullable(),
}).meta({ id: "Backup" });
export type Backup = z.infer<typeof backup>;

export const backupList = z.object({
  items: z.array(backup),
  total: z.int(),
  freeBytes: z.int().nullable().meta({ description: "Free disk space in bytes; null if unknown" }),
  passphraseSet: z.boolean().meta({
    description: "Whether a passphrase is set, which encrypts automatic backups",
  }),
  nextAutomaticAt: instant.nullable(),
});
export type BackupList = z.infer<typeof backupList>;

/** Body of `POST /api/backups`. */
export const backupRequest = z.strictObject({
  parts: parts.default(["database", "scripts", "config", "history"]),
  passphrase: newPassphrase.optional(),
}).meta({ id: "BackupWish" });
export type BackupRequest = z.infer<typeof backupRequest>;

/** Body of the routes that inspect an archive. */
export const inspectBody = z.strictObject({ passphrase: passphrase.optional() }).default({});

/** What happens to the sealed secrets in the archive's database. */
export const secretsFates = ["none", "included", "same_key", "lost"] as const;

export const lostSecrets = z.array(z.object({
  kind: z.enum(sealedKinds),
  names: z.array(z.string()).meta({ description: "What the secrets belong to" }),
}));

export const archiveContents = z.object({
  createdAt: instant,
  panelVersion: z.string(),
  parts: z.array(partDetails),
  counts,
  secrets: z.enum(secretsFates).meta({
    description:
      "`lost`: encrypted with a key that is neither in the archive nor on this panel, so that secrets have to be entered again",
  }),
  lostSecrets: lostSecrets.meta({
    description: "The secrets that cannot be decrypted after a restore; empty unless `secrets` is `lost`",
  }),
  sameInstallation: z.boolean().meta({ description: "Whether this installation created the archive" }),
  replaces: z.object({
    counts,
    parts: z.array(partDetails),
    running: z.int().meta({ description: "Number of tasks running now; they continue" }),
  }),
}).meta({ id: "ArchiveContents" });
export type ArchiveContents = z.infer<typeof archiveContents>;

export const inspection = z.object({
  inspectionId: id,
  size: z.int(),
  encrypted: z.boolean(),
  contents: archiveContents.nullable().meta({
    description: "Contents of the archive; null until the right passphrase is provided",
  }),
}).meta({ id: "ArchiveInspection" });
export type Inspection = z.infer<typeof inspection>;

/** Body of `POST /api/backups/restore`. */
export const restoreBody = z.strictObject({
  inspectionId: id.optional(),
  backupId: id.optional(),
  parts: parts.optional().meta({ description: "Parts to restore. Defaults to all parts of the archive." }),
  passphrase: passphrase.optional(),
}).refine(({ inspectionId, backupId }) => (inspectionId === undefined) !== (backupId === undefined), {
  path: ["inspectionId"],
  message: "either an inspection or a backup",
}).meta({ id: "RestoreWish" });
export type RestoreBody = z.infer<typeof restoreBody>;

export const automaticPassphrase = z.strictObject({ passphrase: newPassphrase.nullable() });
