import * as z from "zod";
import { backupLimits } from "./limits/backups.ts";

/** What a backup can contain. `history`: earlier versions of files, and the trash. */
export const backupParts = ["database", "scripts", "config", "history", "logs"] as const;
export type BackupPart = (typeof backupParts)[number];

export const backupPartList = z.array(z.enum(backupParts)).min(1).max(backupParts.length)
  .refine((parts) => new Set(parts).size === parts.length, { message: "each part once" });

export const automaticBackups = z.strictObject({
  enabled: z.boolean().default(true),
  everyDays: z.int().min(1).max(backupLimits.everyDays).default(1),
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/).default("03:30").meta({
    description: "Time of day in the panel's time zone, as `HH:MM`",
  }),
  keep: z.int().min(1).max(backupLimits.keep).default(7).meta({
    description: "Maximum number of automatic backups to keep; the oldest are deleted first",
  }),
  parts: backupPartList.default(["database", "scripts", "config"]),
});
export type AutomaticBackups = z.infer<typeof automaticBackups>;
