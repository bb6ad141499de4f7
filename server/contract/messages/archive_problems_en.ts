import type { ContractMessages } from "./contract_messages.ts";

/** Why a backup cannot be read. */
export const archiveProblems: ContractMessages["archiveProblems"] = {
  not_an_archive: "The file is not a Sundial backup",
  truncated: "The backup is incomplete: its end is missing",
  damaged: "The backup is damaged: its contents do not match the checksums",
  not_intact: "The backup is incomplete or damaged",
  unsafe_name: "The backup contains a path outside its folder: {name}",
  unsafe_kind: "The backup contains a link or device, which is not allowed: {name}",
  unexpected: "The backup contains an unexpected item: {name}",
  duplicate: "The backup contains the same name twice: {name}",
  too_large: "The unpacked backup would exceed the maximum size or the free disk space",
  too_many: "The backup contains more than {max} files",
  newer_format: "The backup was created by a newer version of Sundial. Update this panel first.",
  newer_schema:
    "The database in the backup was written by a newer version of Sundial. Update this panel first.",
  bad_database: "The database in the backup is damaged",
  no_account: "The database in the backup has no account, so nobody could log in",
  does_not_start: "The panel does not start with the database in the backup: {reason}",
  part_missing: "The backup does not contain the selected part",
  place_fixed: "{name} in the data folder is a separate disk and cannot be replaced as a whole",
};
