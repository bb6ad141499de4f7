// Restores access from the machine itself for users who lost their password or their phone. Works while the
// panel runs.
import { join, resolve } from "node:path";
import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { formatIssue } from "../contract/messages/format.ts";
import type { Database } from "../engine/store.ts";
import { Passwords } from "../features/auth/passwords.ts";
import {
  type ResetKeeps,
  resetPassword,
  resetSecondFactor,
  UnknownAccountError,
} from "../features/auth/reset_account.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { newToken } from "../platform/tokens.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { systemClock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database.ts";
import { readSchemaAge } from "../platform/database_check.ts";
import type { Call } from "./command.ts";
import { complain, hasDatabase, readDataDir, reasonIn, report } from "./command_result.ts";
import { resetMessages } from "./reset_messages.ts";
import { openShared, readSharedDatabase, sharedSchemaAge } from "./shared_database.ts";

/** Anything longer is not a password. */
const MAX_LENGTH = 4096;

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

/** Sets a new password for an account. Returns the exit code: 0 changed, 1 nothing was changed. Throws `UsageError`. */
export function resetPasswordCommand(call: Call): Promise<number> {
  const { language } = call;
  const messages = resetMessages[language];
  return run(call, async (db, { username, generate, json, keep }) => {
    const next = generate ? newToken() : await askPassword(language);
    const reset = { db, clock: systemClock, username };
    const { username: name, passkeys, applications, identities } = await resetPassword(
      reset,
      { next, keep },
      new Passwords(),
    );
    const generated = generate ? { password: next } : {};
    const unlinked = identities.length > 0 ? { identities } : {};
    report(json, { username: name, ...generated, passkeys, applications, ...unlinked }, [
      messages.passwordChanged(name),
      ...(passkeys.length > 0 ? [messages.passkeysRemoved(passkeys.join(", "))] : []),
      ...(identities.length > 0 ? [messages.identitiesRemoved(identities.join(", "))] : []),
      ...(applications.length > 0 ? [messages.applicationsSuspended(applications.join(", "))] : []),
      ...(generate ? [messages.generated(next)] : []),
    ]);
  });
}

/**
 * Turns off the second factor of an account. Returns the exit code: 0 changed, 1 nothing was changed. Throws `UsageError`.
 */
export function resetFactorCommand(call: Call): Promise<number> {
  const messages = resetMessages[call.language];
  return run(call, async (db, { username, json }) => {
    const { username: name, passkeys } = await resetSecondFactor({ db, clock: systemClock, username });
    report(json, { username: name }, [
      messages.secondFactorOff(name),
      ...(passkeys.length > 0 ? [messages.passkeysStay(passkeys.join(", "))] : []),
    ]);
  });
}

async function run(call: Call, action: (db: Database, flags: Flags) => Promise<void>): Promise<number> {
  const { language } = call;
  const flags = readFlags(call);
  let db: Database | null = null;
  try {
    db = await open(flags.dataDir, language);
    await action(db, flags);
    return 0;
  } catch (error) {
    return complain(resetMessages[language].failed(formatError(error, language)), 1);
  } finally {
    await db?.destroy();
  }
}

function readFlags(call: Call): Flags {
  return {
    dataDir: readDataDir(call.text("data-dir")),
    username: call.text("user") ?? null,
    generate: call.has("generate"),
    json: call.has("json"),
    keep: {
      passkeys: call.has("keep-passkeys"),
      applications: call.has("keep-applications"),
      identities: call.has("keep-identities"),
    },
  };
}

async function open(dataDir: string, language: Language): Promise<Database> {
  const messages = resetMessages[language];
  const shared = readSharedDatabase();
  if (shared !== null) {
    const db = await openShared(shared);
    if (await sharedSchemaAge(db) === "same") return db;
    await db.destroy();
    throw new ResetError(messages.otherVersion);
  }
  const root = resolve(dataDir);
  const path = join(root, DATABASE_FILE);
  if (!hasDatabase(root)) throw new ResetError(messages.notSetUp(root));
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
  if (error instanceof UnknownAccountError) return messages.whichAccount(error.names.join(", "));
  if (error instanceof AppError && error.issues.length > 0) {
    return error.issues.map((issue) => formatIssue(issue, language).message).join("\n");
  }
  return reasonIn(error, language);
}

const [ENTER, NEW_LINE, BACKSPACE, DELETE, INTERRUPT, END, CLEAR] = [
  "\r",
  "\n",
  "\b",
  "\x7f",
  "\x03",
  "\x04",
  "\x15",
];
/**
 * Reads one line that nobody else should see. On a terminal it prints a prompt and does not echo the input; otherwise it takes
 * the first line of standard input. Returns null when there is no line or the prompt was canceled with Ctrl+C.
 */
async function readSecret(question: string): Promise<string | null> {
  const isTerminal = Deno.stdin.isTerminal();
  // Before the prompt: anything typed immediately would be echoed otherwise.
  if (isTerminal) Deno.stdin.setRaw(true);
  try {
    if (isTerminal) await print(question);
    return await readLine(Deno.stdin.readable, isTerminal);
  } finally {
    if (isTerminal) Deno.stdin.setRaw(false);
    if (isTerminal) await print("\n");
  }
}

async function readLine(readable: ReadableStream<Uint8Array>, isTyped: boolean): Promise<string | null> {
  const decoder = new TextDecoder();
  const typed: string[] = [];
  for await (const chunk of readable.values({ preventCancel: true })) {
    for (const sign of decoder.decode(chunk, { stream: true })) {
      if (sign === ENTER || sign === NEW_LINE) return typed.join("");
      if (isTyped && (sign === INTERRUPT || sign === END)) return null;
      if (isTyped && sign === CLEAR) typed.length = 0;
      else if (isTyped && (sign === BACKSPACE || sign === DELETE)) typed.pop();
      else if (typed.length < MAX_LENGTH) typed.push(sign);
    }
  }
  return typed.length > 0 ? typed.join("") : null;
}

// To the terminal (stderr), because stdout may be redirected.
async function print(text: string): Promise<void> {
  await Deno.stderr.write(new TextEncoder().encode(text));
}
