// Makes system calls of a program fail on demand: a shim in C, loaded before the C library.
import { join } from "node:path";

const SOURCE = join(import.meta.dirname!, "failing_calls.c");
const BYTES = 196;
/** Offset of the marks: their number, then each. */
const MARKS = 64;
/** Writes only a part, without an error. */
const SHORT_WRITE = 0;

/** Error numbers on Linux. */
export const errors = { ENOSPC: 28, EIO: 5, "short write": SHORT_WRITE } as const;
/** Kills the whole process before that call. */
const KILL = -9;
export type Failure = keyof typeof errors;

export class FailingCalls {
  readonly #control: string;
  /** The environment to start a program with, so that its calls can fail. */
  readonly environment: Record<string, string>;

  private constructor(control: string, environment: Record<string, string>) {
    this.#control = control;
    this.environment = environment;
  }

  /**
   * Builds the shim in a folder, for calls on paths below `root`; null without a compiler. Each time a file
   * whose path ends with `marked` is renamed into place, the number of calls so far is recorded as a mark.
   */
  static async build(folder: string, root: string, marked = ""): Promise<FailingCalls | null> {
    const [shim, control] = [join(folder, "failing_calls.so"), join(folder, "control")];
    const args = ["-shared", "-fPIC", "-O1", "-w", "-o", shim, SOURCE, "-ldl"];
    const built = await new Deno.Command("cc", { args, stdout: "null", stderr: "inherit" }).output()
      .catch(() => null);
    if (!built?.success) return null;
    await Deno.writeFile(control, new Uint8Array(BYTES));
    return new FailingCalls(control, {
      LD_PRELOAD: shim,
      FAILING_CALLS_CONTROL: control,
      FAILING_CALLS_ROOT: await Deno.realPath(root),
      FAILING_CALLS_MARK: marked,
    });
  }

  /** Starts counting the calls that change the disk, and makes number `nth` fail; none for 0. */
  arm(nth: number, error: Failure | "kill"): void {
    const view = new DataView(new ArrayBuffer(BYTES));
    [1, nth, error === "kill" ? KILL : errors[error], 0, 0].forEach((value, index) =>
      view.setInt32(index * 4, value, true)
    );
    this.#write(new Uint8Array(view.buffer));
  }

  /** Stops failing calls. Returns their number, the failed one (null for none), and the marks. */
  disarm(): { count: number; failed: string | null; marks: number[] } {
    const bytes = Deno.readFileSync(this.#control);
    this.#write(new Uint8Array(BYTES));
    const view = new DataView(bytes.buffer);
    const what = new TextDecoder().decode(bytes.subarray(20, MARKS)).replace(/\0.*/s, "");
    const marks = Array.from(
      { length: view.getInt32(MARKS, true) },
      (_, at) => view.getInt32(MARKS + 4 + 4 * at, true),
    );
    return { count: view.getInt32(12, true), failed: view.getInt32(16, true) === 1 ? what : null, marks };
  }

  // In place, because the program has mapped this file.
  #write(bytes: Uint8Array): void {
    using file = Deno.openSync(this.#control, { write: true });
    file.writeSync(bytes);
  }
}

/** Returns whether there is a compiler for the shim; prints a message when there is none. */
export async function hasCompiler(what: string): Promise<boolean> {
  const found = await new Deno.Command("cc", { args: ["--version"], stdout: "null", stderr: "null" }).output()
    .then(({ success }) => success, () => false);
  // deno-lint-ignore no-console -- reports what was skipped
  if (!found) console.log(`${what}: skipped, because this machine has no C compiler`);
  return found && Deno.build.os === "linux";
}
