// How commands of the command line take their data folder and tell how it went.
import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { formatContractError } from "../contract/messages/format.ts";
import { ConfigError, readConfig } from "../platform/config.ts";

/** Wrong usage; its message says what is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Does what may find the words of a command wrong. Throws `UsageError` then. */
export function orUsageError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Gives the data folder: that of the flag, or as the panel would find it. Throws `UsageError`. */
export function readDataDir(flag: string | undefined): string {
  const flags = new Map(flag === undefined ? [] : [["--data-dir", flag]]);
  return orUsageError(() => readConfig(flags, Deno.env.toObject()).dataDir);
}

/** Says why something cannot be done. */
export function reasonIn(error: unknown, language: Language): string {
  if (error instanceof AppError) {
    const { title, detail } = formatContractError(error.code, error.params, language);
    return `${title}: ${detail}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Prints what came of a command: an object for programs, or lines for people. */
export async function report(json: boolean, details: unknown, lines: readonly string[]): Promise<void> {
  const text = json ? JSON.stringify(details) : lines.join("\n");
  // Whoever listened may have left; what was done is done.
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`)).catch(() => {});
}

/** Tells what is wrong and gives the exit code back. */
export function complain(reason: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(`${reason}\n`));
  return code;
}
