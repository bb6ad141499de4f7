// Brings back in whoever has lost the password or the phone, from the machine itself, also while the panel runs.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { sayIssue } from "../contract/words/say.ts";
import type { Database } from "../engine/store.ts";
import { Passwords } from "../features/auth/passwords.ts";
import {
  AccountUnknown,
  type ResetKeeps,
  resetPassword,
  resetSecondFactor,
} from "../features/auth/reset_account.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { newToken } from "../features/auth/tokens.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { systemClock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database.ts";
import { readSchemaAge } from "../platform/database_check.ts";
import { complain, orUsageFault, readDataDir, reasonIn, report, UsageFault } from "./command_answer.ts";
import { readSecret } from "./read_secret.ts";
import { resetWords } from "./reset_words.ts";

interface Flags {
  dataDir: string;
  username: string | null;
  generate: boolean;
  json: boolean;
  keep: ResetKeeps;
}

/** It cannot be done; the message says why, in the language of the console. */
class ResetRefused extends Error {
  override readonly name = "ResetRefused";
}

/** Gives an account another password. Answers the exit code: 0 changed, 1 nothing was changed, 2 wrong usage. */
export function resetPasswordCommand(args: string[], language: Language): Promise<number> {
  const words = resetWords[language];
  return run(args, language, words.passwordUsage, async (db, { username, generate, json, keep }) => {
    const next = generate ? newToken() : await askPassword(language);
    const reset = { db, clock: systemClock, username };
    const { username: name, passkeys, applications } = await resetPassword(
      reset,
      { next, keep },
      new Passwords(),
    );
    const shown = generate ? { password: next } : {};
    await report(json, { username: name, ...shown, passkeys, applications }, [
      words.passwordChanged(name),
      ...(passkeys.length > 0 ? [words.passkeysRemoved(passkeys.join(", "))] : []),
      ...(applications.length > 0 ? [words.applicationsSuspended(applications.join(", "))] : []),
      ...(generate ? [words.generated(next)] : []),
    ]);
  });
}

/** Turns the second factor of an account off. Answers the exit code: 0 changed, 1 nothing was changed, 2 wrong usage. */
export function resetFactorCommand(args: string[], language: Language): Promise<number> {
  const words = resetWords[language];
  return run(args, language, words.factorUsage, async (db, { username, json }) => {
    const { username: name, passkeys } = await resetSecondFactor({ db, clock: systemClock, username });
    await report(json, { username: name }, [
      words.factorOff(name),
      ...(passkeys.length > 0 ? [words.passkeysStay(passkeys.join(", "))] : []),
    ]);
  });
}

async function run(
  args: string[],
  language: Language,
  usage: string,
  act: (db: Database, flags: Flags) => Promise<void>,
): Promise<number> {
  let db: Database | null = null;
  try {
    const flags = readFlags(args);
    db = open(flags.dataDir, language);
    await act(db, flags);
    return 0;
  } catch (fault) {
    if (fault instanceof UsageFault) return complain(`${fault.message}\n${usage}`, 2);
    return complain(resetWords[language].failed(sayFault(fault, language)), 1);
  } finally {
    await db?.destroy();
  }
}

function readFlags(args: string[]): Flags {
  const [text, flag] = [{ type: "string" as const }, { type: "boolean" as const }];
  const options = {
    ...{ "data-dir": text, user: text, json: flag, generate: flag },
    ...{ "keep-passkeys": flag, "keep-applications": flag },
  };
  const { values } = orUsageFault(() => parseArgs({ args, options, strict: true, allowPositionals: false }));
  return {
    dataDir: readDataDir(values["data-dir"]),
    username: values.user ?? null,
    generate: values.generate === true,
    json: values.json === true,
    keep: {
      passkeys: values["keep-passkeys"] === true,
      applications: values["keep-applications"] === true,
    },
  };
}

function open(dataDir: string, language: Language): Database {
  const words = resetWords[language];
  const root = resolve(dataDir);
  const path = join(root, DATABASE_FILE);
  if (!existsSync(path)) throw new ResetRefused(words.notSetUp(root));
  if (readSchemaAge(path, Object.keys(migrations)) !== "same") throw new ResetRefused(words.otherVersion);
  return openDatabase<Tables>(path);
}

async function askPassword(language: Language): Promise<string> {
  const words = resetWords[language];
  const first = await readSecret(words.ask);
  if (!first) throw new ResetRefused(words.nothingTyped);
  if (Deno.stdin.isTerminal() && await readSecret(words.askAgain) !== first) {
    throw new ResetRefused(words.differ);
  }
  return first;
}

function sayFault(fault: unknown, language: Language): string {
  const words = resetWords[language];
  if (fault instanceof AccountUnknown) return words.whichAccount(fault.names.join(", "));
  if (fault instanceof AppError && fault.issues.length > 0) {
    return fault.issues.map((issue) => sayIssue(issue, language).message).join("\n");
  }
  return reasonIn(fault, language);
}
