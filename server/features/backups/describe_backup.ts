import type { Backup } from "../../contract/backups.ts";
import { type ErrorCode, errorStatus } from "../../contract/error_codes.ts";
import type { Language } from "../../contract/settings.ts";
import { formatContractError } from "../../contract/messages/format.ts";
import type { BackupNote } from "./backup_store.ts";
import { countsOf } from "./examine_copy.ts";
import type { StateBefore } from "./states_before.ts";

/** Converts a stored backup to a backup of the API. */
export function describeBackup({ tables, error, ...note }: BackupNote, language: Language): Backup {
  const { id, state, size, parts, encrypted, automatic, verified, leftOut } = note;
  return {
    ...{ id, kind: "archive", state, createdAt: new Date(id).toISOString(), size, parts },
    ...{ encrypted, automatic, counts: countsOf(tables), verified, leftOut },
    error: error && formatError(error, language),
  };
}

/** Converts a state before a restore to a backup of the API. */
export function describeStateBefore({ id, createdAt, parts }: StateBefore): Backup {
  return {
    ...{ id, kind: "before_restore", state: "ready", createdAt, size: null, parts },
    ...{ encrypted: false, automatic: true, counts: {}, verified: false, leftOut: 0, error: null },
  };
}

function formatError({ code, params }: NonNullable<BackupNote["error"]>, language: Language) {
  const known = Object.hasOwn(errorStatus, code) ? code as ErrorCode : "internal_error"; // an own key, so it is an error code
  return { code: known, ...formatContractError(known, { reference: "", ...params }, language) };
}
