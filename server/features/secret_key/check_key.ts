// Whether the key file belongs to the database. A sealed text in the database, the check value, opens only with its key, so
// that a lost, damaged or foreign key is noticed at the start and not when a task misses its secrets.
import type { Database } from "../../engine/store.ts";
import { DatabaseError } from "../../platform/database.ts";
import { type KeyProblem, type Sealer, SealError } from "../../platform/seal.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { messageOf } from "../../platform/error_message.ts";
import { RESTORED_SETTING } from "../backups/ready_database.ts";
import { KEY_CHECK_SETTING } from "./key_setting.ts";
import { listSealedValues } from "./sealed_values.ts";

const CHECKED_TEXT = "sundial";

/** The key file does not belong to the database; the caller formats the message. */
export class WrongKeyError extends DatabaseError {
  constructor(readonly file: string, readonly problem: KeyProblem) {
    super(`the key file ${file} cannot be used: ${problem}`);
  }
}

/** Returns what is wrong with the key of a migrated database; null when it is right. Changes nothing. */
export async function findKeyProblem(db: Database, sealer: Sealer): Promise<KeyProblem | null> {
  const problem = sealer.findProblem();
  const check = await readCheckValue(db);
  if (check !== null) return problem ?? (sealer.opens(check, "key") ? null : "other");
  if (problem !== null && problem !== "missing") return problem;
  // A database of an older version has no check value. It gets one when its key is known to be the right one.
  if (await isRestored(db)) return null;
  const values = await listSealedValues(db);
  if (values.length === 0) return null;
  return problem ?? (values.some(({ sealed, purpose }) => sealer.opens(sealed, purpose)) ? null : "other");
}

/** Throws `WrongKeyError` unless the key belongs to the database. Changes nothing. */
export async function requireKey(db: Database, sealer: Sealer): Promise<void> {
  const problem = await findKeyProblem(db, sealer);
  if (problem !== null) throw new WrongKeyError(sealer.file, problem);
}

/**
 * Requires the key that belongs to the database; a new database gets a key. Throws `WrongKeyError`, or `DatabaseError` when the
 * key file cannot be created.
 */
export async function admitKey(db: Database, sealer: Sealer): Promise<void> {
  await requireKey(db, sealer);
  if (await readCheckValue(db) !== null) return;
  try {
    sealer.ensureKey();
  } catch (error) {
    if (error instanceof SealError) throw error;
    const reason = messageOf(error);
    throw new DatabaseError(`cannot create the key file ${sealer.file}: ${reason}`, { cause: error });
  }
  const value_json = JSON.stringify(sealer.seal(CHECKED_TEXT, "key"));
  await db.insertInto("setting").values({ name: KEY_CHECK_SETTING, value_json })
    .onConflict((on) => on.column("name").doNothing()).execute();
  // Another machine may have been first, with its own key.
  await requireKey(db, sealer);
}

/** Makes the key of the file the one that belongs to the database. */
export async function replaceCheckValue(db: Database, sealer: Sealer): Promise<void> {
  const value_json = JSON.stringify(sealer.seal(CHECKED_TEXT, "key"));
  await db.insertInto("setting").values({ name: KEY_CHECK_SETTING, value_json })
    .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
}

async function readCheckValue(db: Database): Promise<string | null> {
  const row = await db.selectFrom("setting").select("value_json").where("name", "=", KEY_CHECK_SETTING)
    .executeTakeFirst();
  return row === undefined ? null : storedJson<string>(row.value_json, "");
}

// A restore removes the check value: it has said which secrets are lost, and continues without them.
async function isRestored(db: Database): Promise<boolean> {
  const row = await db.selectFrom("setting").select("name").where("name", "=", RESTORED_SETTING)
    .executeTakeFirst();
  return row !== undefined;
}
