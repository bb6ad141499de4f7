// The input of the masking program, passed in its environment: every user on the machine could read arguments, and data
// read from a pipe is gone when the program has to be restarted.
import { runVariables } from "../run_variables.ts";

/** Longer values are split: one environment string has at most 128 KiB. */
const MAX_CHARACTERS = 40_000;
const SECRET = "SUNDIAL_MASK_";
const SIGNAL = runVariables.maskedUntil;

/** Set by the shell around the program when it restarts it. */
export const RESUMED = runVariables.maskResumed;

export interface MaskRequest {
  secrets: readonly string[];
  /** Marker in the stream that asks whether everything before it is written. */
  signal: string;
  isResumed: boolean;
}

export function writeMaskRequest(
  { secrets, signal }: Omit<MaskRequest, "isResumed">,
): Record<string, string> {
  const entries = secrets.flatMap((secret, index) =>
    split(secret).map((part, row) => [`${SECRET}${index}_${row}`, part] as const)
  );
  // An environment cannot contain NUL, which encloses the signal in the stream.
  return { ...Object.fromEntries(entries), [SIGNAL]: signal.replaceAll("\0", "") };
}

export function readMaskRequest(environment: Record<string, string>): MaskRequest {
  const secrets: string[] = [];
  for (let index = 0; `${SECRET}${index}_0` in environment; index++) {
    let secret = "";
    for (let row = 0; `${SECRET}${index}_${row}` in environment; row++) {
      secret += environment[`${SECRET}${index}_${row}`];
    }
    secrets.push(secret);
  }
  return { secrets, signal: asSignal(environment[SIGNAL] ?? ""), isResumed: RESUMED in environment };
}

/** Creates a signal that no program prints by accident. */
export function asSignal(name: string): string {
  return `\0${name}\0`;
}

// Never splits a surrogate pair.
function split(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length || parts.length === 0;) {
    let end = from + MAX_CHARACTERS;
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last < 0xdc00) end--;
    parts.push(text.slice(from, end));
    from = end;
  }
  return parts;
}
