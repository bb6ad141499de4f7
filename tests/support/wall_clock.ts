// Sets the wall clock of a started program, as an administrator or NTP would: a shim in C, loaded before the C
// library. Timers and the monotonic clock are not affected, nor are the processes that the program starts.
import { join } from "node:path";

const SOURCE = join(import.meta.dirname!, "wall_clock.c");

export class WallClock {
  readonly #file: string;
  readonly environment: Record<string, string>;

  private constructor(file: string, environment: Record<string, string>) {
    this.#file = file;
    this.environment = environment;
  }

  /** Builds the shim in a folder; throws without a compiler. */
  static async build(folder: string): Promise<WallClock> {
    const [shim, file] = [join(folder, "wall_clock.so"), join(folder, "shift")];
    const args = ["-shared", "-fPIC", "-O1", "-w", "-o", shim, SOURCE, "-ldl"];
    const built = await new Deno.Command("cc", { args, stdout: "null", stderr: "inherit" }).output();
    if (!built.success) throw new Error("the shim of the wall clock does not compile");
    await Deno.writeFile(file, new Uint8Array(8));
    return new WallClock(file, { LD_PRELOAD: shim, WALL_CLOCK_SHIFT: file });
  }

  /** Sets the program's clock to a time, from where it continues. */
  set(time: string | number): void {
    const ms = typeof time === "number" ? time : Date.parse(time);
    const view = new DataView(new ArrayBuffer(8));
    view.setBigInt64(0, BigInt(Math.round((ms - Date.now()) * 1_000)) * 1_000n, true);
    // In place, because the program has mapped this file.
    using file = Deno.openSync(this.#file, { write: true });
    file.writeSync(new Uint8Array(view.buffer));
  }
}
