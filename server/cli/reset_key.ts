import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Language } from "../contract/settings.ts";
import type { Database } from "../engine/store.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { findKeyProblem } from "../features/secret_key/check_key.ts";
import { listLostSecrets, type LostSecrets } from "../features/secret_key/lost_secrets.ts";
import { replaceKey } from "../features/secret_key/replace_key.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { systemClock } from "../platform/clock.ts";
import { openDataFolder } from "../platform/data_folder.ts";
import { openDatabase } from "../platform/database.ts";
import { readSchemaAge } from "../platform/database_check.ts";
import { Sealer } from "../platform/seal.ts";
import type { Call } from "./command.ts";
import { complain, readDataDir, reasonIn, report } from "./command_result.ts";
import { keyMessages, listByKind } from "./key_messages.ts";
import { note } from "./terminal.ts";
import { keyFileOf, openShared, readSharedDatabase, sharedSchemaAge } from "./shared_database.ts";

/** The key cannot be replaced; the message gives the reason in the language of the console. */
class ResetKeyError extends Error {
  override readonly name = "ResetKeyError";
}

/**
 * Gives up what a lost key has sealed, after a question. Returns the exit code: 0 the key is right now, 1 nothing was changed.
 * Throws `UsageError`.
 */
export async function resetKey(call: Call): Promise<number> {
  const { language } = call;
  const text = keyMessages[language];
  const closing: (() => unknown)[] = [];
  try {
    const root = resolve(readDataDir(call.text("data-dir")));
    const db = await open(root, language, closing);
    const sealer = new Sealer(root, keyFileOf(root));
    if (await findKeyProblem(db, sealer) === null) {
      report(call.has("json"), { file: sealer.file, lost: {}, replaced: false }, [text.fine(sealer.file)]);
      return 0;
    }
    const lost = await listLostSecrets(db, sealer);
    const lines = linesOf(lost, sealer.file, language);
    if (!call.has("yes")) {
      for (const line of lines) note(line);
      if (!Deno.stdin.isTerminal()) throw new ResetKeyError(text.needsYes);
      if (prompt(text.ask)?.trim().toLowerCase() !== "yes") throw new ResetKeyError(text.notChanged);
    }
    const { setAside } = await replaceKey({ db, sealer, clock: systemClock }, lost);
    const factors = lost.get("second_factor") ?? [];
    report(
      call.has("json"),
      { file: sealer.file, lost: Object.fromEntries(lost), replaced: true, setAside },
      [
        ...(call.has("yes") ? lines : []),
        ...(setAside === null ? [] : [text.setAside(setAside)]),
        ...(factors.length === 0 ? [] : [text.factorOff(factors.join(", "))]),
        text.done(sealer.file),
      ],
    );
    return 0;
  } catch (error) {
    return complain(text.failed(reasonIn(error, language)), 1);
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

function linesOf(lost: LostSecrets, file: string, language: Language): string[] {
  const text = keyMessages[language];
  if (lost.size === 0) return [text.nothingLost];
  return [text.lost(file), ...listByKind(lost, language), text.consequences];
}

// Nothing else may use the data meanwhile: a panel keeps its key in memory.
async function open(root: string, language: Language, closing: (() => unknown)[]): Promise<Database> {
  const text = keyMessages[language];
  const shared = readSharedDatabase();
  if (shared === null && !existsSync(join(root, DATABASE_FILE))) throw new ResetKeyError(text.notSetUp(root));
  const folder = await openDataFolder(root);
  closing.push(() => folder.unlock());
  if (shared === null) {
    const known = Object.keys(migrations);
    if (readSchemaAge(folder.database, known) !== "same") throw new ResetKeyError(text.otherVersion);
    const db = openDatabase<Tables>(folder.database);
    closing.push(() => db.destroy());
    return db;
  }
  const { lockAgainstRunning } = await import("../platform/postgres/running_lock.ts");
  const lock = await lockAgainstRunning(shared.url);
  if (lock === null) throw new ResetKeyError(text.running);
  closing.push(() => lock.release());
  const db = await openShared(shared);
  closing.push(() => db.destroy());
  if (await sharedSchemaAge(db) !== "same") throw new ResetKeyError(text.otherVersion);
  return db;
}
