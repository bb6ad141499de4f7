// What the masking program is to do, handed over in its environment: arguments could be read by everybody on the machine, and
// what is read from a pipe is gone when the program has to be started again.

/** Long ones are split: one string of an environment has at most 128 KiB. */
const MAX_CHARACTERS = 40_000;
const SECRET = "SUNDIAL_MASK_";
const SIGNAL = "SUNDIAL_MASKED_UNTIL";

/** Set by the shell around the program when it starts it again. */
export const RESUMED = "SUNDIAL_MASK_RESUMED";

export interface MaskRequest {
  secrets: readonly string[];
  /** What in the stream asks whether all before it is written. */
  signal: string;
  isResumed: boolean;
}

/** Writes a wish as variables. */
export function writeMaskRequest(
  { secrets, signal }: Omit<MaskRequest, "isResumed">,
): Record<string, string> {
  const entries = secrets.flatMap((secret, index) =>
    split(secret).map((part, row) => [`${SECRET}${index}_${row}`, part] as const)
  );
  // NUL cannot be in an environment: it stands around the signal in the stream.
  return { ...Object.fromEntries(entries), [SIGNAL]: signal.replaceAll("\0", "") };
}

/** Reads what was written as variables. */
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

/** Makes a signal that no program prints by accident. */
export function asSignal(name: string): string {
  return `\0${name}\0`;
}

// Never between the halves of a character.
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
