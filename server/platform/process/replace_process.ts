// Restarts the panel as the same process: its PID, terminal and supervisor stay. The runtime has no call for that, so this
// calls the C library.

const ENDED = "\0";

/** Thrown when the program could not be started in place of this one. */
export class ReplaceError extends Error {
  override readonly name = "ReplaceError";
}

/** Returns the program and arguments this process was started with, so that it can be restarted. */
export async function commandLineOfPanel(): Promise<string[]> {
  const line = await Deno.readTextFile("/proc/self/cmdline");
  const [, ...args] = line.split(ENDED).slice(0, -1);
  return [Deno.execPath(), ...args];
}

/**
 * Replaces this process with another program, which keeps its PID and open standard streams. Does not return; close
 * everything that needs closing first. Throws `ReplaceError` when that is not possible, leaving this process unchanged.
 */
export function replaceProcess([program, ...args]: string[]): never {
  if (Deno.build.os !== "linux" || program === undefined) {
    throw new ReplaceError("replacing the process requires Linux");
  }
  const library = Deno.dlopen("libc.so.6", {
    execv: { parameters: ["buffer", "buffer"], result: "i32" },
  });
  const encoder = new TextEncoder();
  const texts = [program, ...args].map((text) => encoder.encode(text + ENDED));
  const pointers = texts.map((text) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(text)));
  const list = new Uint8Array(new BigUint64Array([...pointers, 0n]).buffer);
  const result = library.symbols.execv(texts[0]!, list);
  library.close();
  throw new ReplaceError(`cannot start ${program}: execv returned ${result}`);
}
