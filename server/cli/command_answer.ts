// How commands of the command line take their data folder and tell how it went.
import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { sayError } from "../contract/words/say.ts";
import { ConfigFault, readConfig } from "../platform/config.ts";

/** Wrong usage; its message says what is. */
export class UsageFault extends Error {
  override readonly name = "UsageFault";
}

/** Does what may find the words of a command wrong. Throws `UsageFault` then. */
export function orUsageFault<T>(act: () => T): T {
  try {
    return act();
  } catch (fault) {
    if (fault instanceof ConfigFault || fault instanceof TypeError) throw new UsageFault(fault.message);
    throw fault;
  }
}

/** Gives the data folder: that of the flag, or as the panel would find it. Throws `UsageFault`. */
export function readDataDir(flag: string | undefined): string {
  const flags = new Map(flag === undefined ? [] : [["--data-dir", flag]]);
  return orUsageFault(() => readConfig(flags, Deno.env.toObject()).dataDir);
}

/** Says why something cannot be done. */
export function reasonIn(fault: unknown, language: Language): string {
  if (fault instanceof AppError) {
    const { title, detail } = sayError(fault.code, fault.params, language);
    return `${title}: ${detail}`;
  }
  return fault instanceof Error ? fault.message : String(fault);
}

/** Prints what came of a command: an object for programs, or lines for people. */
export async function report(json: boolean, facts: unknown, lines: readonly string[]): Promise<void> {
  const text = json ? JSON.stringify(facts) : lines.join("\n");
  // Whoever listened may have left; what was done is done.
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`)).catch(() => {});
}

/** Tells what is wrong and gives the exit code back. */
export function complain(reason: string, code: number): number {
  Deno.stderr.writeSync(new TextEncoder().encode(`${reason}\n`));
  return code;
}
