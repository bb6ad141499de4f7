// The panel starts anew as the same process: its pid, its terminal and whoever supervises it stay. The runtime has no call for
// that, the C library has one.

const ENDED = "\0";

/** The program could not be started in place of this one. */
export class ReplaceError extends Error {
  override readonly name = "ReplaceRefused";
}

/** Tells how this process was started, so that it can be started again: program and arguments. */
export async function commandLineOfPanel(): Promise<string[]> {
  const line = await Deno.readTextFile("/proc/self/cmdline");
  const [, ...args] = line.split(ENDED).slice(0, -1);
  return [Deno.execPath(), ...args];
}

/**
 * Replaces this process by another program, which gets its pid and open standard streams. Does not return; everything that needs
 * closing must be closed before. Throws `ReplaceRefused` when it cannot be, with this process as it was.
 */
export function replaceProcess([program, ...args]: string[]): never {
  if (Deno.build.os !== "linux" || program === undefined) throw new ReplaceError("only Linux can do that");
  const library = Deno.dlopen("libc.so.6", {
    execv: { parameters: ["buffer", "buffer"], result: "i32" },
  });
  const encoder = new TextEncoder();
  const texts = [program, ...args].map((text) => encoder.encode(text + ENDED));
  const pointers = texts.map((text) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(text)));
  const list = new Uint8Array(new BigUint64Array([...pointers, 0n]).buffer);
  const result = library.symbols.execv(texts[0]!, list);
  library.close();
  throw new ReplaceError(`${program} cannot be started: execv answered ${result}`);
}
