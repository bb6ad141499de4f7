// The hidden command `__mask`: copies standard input to standard output with secrets masked. It outlives the panel, loads almost
// nothing and contains no other part of the panel, because it is started once for each run that receives a secret.
import { rmSync } from "node:fs";
import { Masker } from "../platform/masking/masker.ts";
import { secretForms } from "../platform/masking/secret_forms.ts";
import { readMaskRequest } from "../platform/process/mask_request.ts";

const CHUNK = 256 * 1024;
const NEW_LINE = 0x0a;

/**
 * Masks until its input ends. `args` names the pipe it reads: a signal in the input asks it to remove that file once everything
 * before the signal is written. Output that cannot be written is dropped, because a task must never wait for a full disk.
 */
export function maskOutput([pipe = ""]: string[]): void {
  const { secrets, signal, isResumed } = readMaskRequest(Deno.env.toObject());
  let isAsked = false;
  const masker = new Masker(
    secrets.flatMap(secretForms),
    new TextEncoder().encode(signal),
    () => isAsked = true,
  );
  const write = isResumed ? fromNextLine(writeAll) : writeAll;
  const chunk = new Uint8Array(CHUNK);
  for (let read = Deno.stdin.readSync(chunk); read !== null; read = Deno.stdin.readSync(chunk)) {
    write(masker.push(chunk.subarray(0, read)));
    if (isAsked) rmSync(pipe, { force: true });
    isAsked = false;
  }
  write(masker.end());
  rmSync(pipe, { force: true });
}

function writeAll(parts: readonly Uint8Array[]): void {
  try {
    for (const part of gather(parts)) {
      for (let done = 0; done < part.length;) done += Deno.stdout.writeSync(part.subarray(done));
    }
  } catch {
    // The disk is full, or the log file is gone.
  }
}

// Merges many small parts into one write.
function gather(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  if (parts.length < 2) return parts;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return [whole];
}

// Skips to the next line: the previous process died after writing the start of this one, and half a secret
// cannot be recognized.
function fromNextLine(write: typeof writeAll): typeof writeAll {
  let hasStarted = false;
  return (parts) => {
    if (hasStarted) return write(parts);
    const [whole = new Uint8Array(0)] = gather(parts);
    const end = whole.indexOf(NEW_LINE);
    hasStarted = end >= 0;
    if (hasStarted) write([whole.subarray(end + 1)]);
  };
}
