// How the commands take their data folder and report their result.
import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { formatContractError } from "../contract/messages/format.ts";
import { ConfigError, readConfig } from "../platform/config.ts";

/** Invalid usage; the message states the problem. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Runs an action that may reject command arguments and converts its error into a `UsageError`. */
export function orUsageError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Returns the data folder given by the flag, or the one that the panel would use. Throws `UsageError`. */
export function readDataDir(flag: string | undefined): string {
  const flags = new Map(flag === undefined ? [] : [["--data-dir", flag]]);
  return orUsageError(() => readConfig(flags, Deno.env.toObject()).dataDir);
}

/** Returns the reason why a command failed, as text in this language. */
export function reasonIn(error: unknown, language: Language): string {
  if (error instanceof AppError) {
    const { title, detail } = formatContractError(error.code, error.params, language);
    return `${title}: ${detail}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Prints the result of a command: as JSON for programs, or as lines for people. */
export async function report(json: boolean, details: unknown, lines: readonly string[]): Promise<void> {
  const text = json ? JSON.stringify(details) : lines.join("\n");
  // The reader of the output may be gone; the work is done anyway.
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`)).catch(() => {});
}

/** Prints an error to stderr and returns the exit code. */
export function complain(reason: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(`${reason}\n`));
  return code;
}
