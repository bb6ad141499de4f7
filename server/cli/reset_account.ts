// Restores access from the machine itself for users who lost their password or their phone. Works while the
// panel runs.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { formatIssue } from "../contract/messages/format.ts";
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
import { complain, orUsageError, readDataDir, reasonIn, report, UsageError } from "./command_result.ts";
import { readSecret } from "./read_secret.ts";
import { resetMessages } from "./reset_messages.ts";

interface Flags {
  dataDir: string;
  username: string | null;
  generate: boolean;
  json: boolean;
  keep: ResetKeeps;
}

/** The account cannot be reset; the message gives the reason in the language of the console. */
class ResetError extends Error {
  override readonly name = "ResetError";
}

/**
 * Sets a new password for an account. Returns the exit code: 0 changed, 1 nothing was changed, 2 invalid usage.
 */
export function resetPasswordCommand(args: string[], language: Language): Promise<number> {
  const messages = resetMessages[language];
  return run(args, language, messages.passwordUsage, async (db, { username, generate, json, keep }) => {
    const next = generate ? newToken() : await askPassword(language);
    const reset = { db, clock: systemClock, username };
    const { username: name, passkeys, applications } = await resetPassword(
      reset,
      { next, keep },
      new Passwords(),
    );
    const visible = generate ? { password: next } : {};
    await report(json, { username: name, ...visible, passkeys, applications }, [
      messages.passwordChanged(name),
      ...(passkeys.length > 0 ? [messages.passkeysRemoved(passkeys.join(", "))] : []),
      ...(applications.length > 0 ? [messages.applicationsSuspended(applications.join(", "))] : []),
      ...(generate ? [messages.generated(next)] : []),
    ]);
  });
}

/**
 * Turns off the second factor of an account. Returns the exit code: 0 changed, 1 nothing was changed, 2 invalid usage.
 */
export function resetFactorCommand(args: string[], language: Language): Promise<number> {
  const messages = resetMessages[language];
  return run(args, language, messages.factorUsage, async (db, { username, json }) => {
    const { username: name, passkeys } = await resetSecondFactor({ db, clock: systemClock, username });
    await report(json, { username: name }, [
      messages.factorOff(name),
      ...(passkeys.length > 0 ? [messages.passkeysStay(passkeys.join(", "))] : []),
    ]);
  });
}

async function run(
  args: string[],
  language: Language,
  usage: string,
  action: (db: Database, flags: Flags) => Promise<void>,
): Promise<number> {
  let db: Database | null = null;
  try {
    const flags = readFlags(args);
    db = open(flags.dataDir, language);
    await action(db, flags);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n${usage}`, 2);
    return complain(resetMessages[language].failed(formatError(error, language)), 1);
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
  const { values } = orUsageError(() => parseArgs({ args, options, strict: true, allowPositionals: false }));
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
  const messages = resetMessages[language];
  const root = resolve(dataDir);
  const path = join(root, DATABASE_FILE);
  if (!existsSync(path)) throw new ResetError(messages.notSetUp(root));
  if (readSchemaAge(path, Object.keys(migrations)) !== "same") throw new ResetError(messages.otherVersion);
  return openDatabase<Tables>(path);
}

async function askPassword(language: Language): Promise<string> {
  const messages = resetMessages[language];
  const first = await readSecret(messages.ask);
  if (!first) throw new ResetError(messages.nothingTyped);
  if (Deno.stdin.isTerminal() && await readSecret(messages.askAgain) !== first) {
    throw new ResetError(messages.differ);
  }
  return first;
}

function formatError(error: unknown, language: Language): string {
  const messages = resetMessages[language];
  if (error instanceof AccountUnknown) return messages.whichAccount(error.names.join(", "));
  if (error instanceof AppError && error.issues.length > 0) {
    return error.issues.map((issue) => formatIssue(issue, language).message).join("\n");
  }
  return reasonIn(error, language);
}
