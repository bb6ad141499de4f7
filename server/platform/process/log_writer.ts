// The process that appends the output of a run to its log. The run itself has a pipe: programs that open their output anew,
// as `> /dev/stderr` does, would truncate a file. The writer leads its own session, so that neither the end of the run nor
// that of the panel ends it before the last lines are written; it exits when nobody can write to the pipe any more.
import { closeSync, existsSync, fstatSync } from "node:fs";
import type { Clock } from "../clock.ts";
import { createPipe, type PipeOptions } from "./output_pipe.ts";
import { findProcess, isWaiting } from "./process_table.ts";
import type { Ended, Started } from "./posix_spawn.ts";
import { startSession } from "./spawn_session.ts";

const POLL_INTERVAL_MS = 20;
/** A disk that does not respond must not keep a run from ending. */
const PATIENCE_MS = 30_000;
/** Where no process table says what the writer does. */
const BLIND_PATIENCE_MS = 1_000;

/** A command that copies its input to its output until the input ends. */
export interface CopyCommand {
  command: readonly [string, ...string[]];
  environment: Readonly<Record<string, string>>;
}

/** What copies the output of a run. */
export interface WriterProgram {
  first: CopyCommand;
  /** Runs instead when the first one failed. */
  again: CopyCommand;
}

export interface LogWriterOptions {
  program: WriterProgram;
  pipe?: PipeOptions;
  clock: Clock;
  /** Called with the error when output can no longer be written. */
  onLost(error: unknown): void;
  /** Ends the supervision of the writer; the writer itself goes on. */
  signal: AbortSignal;
}

/** Descriptors that a writer needs; it closes them. */
export interface WriterEnds {
  /** Reading end of the pipe. */
  input: number;
  /** The log, opened for appending. */
  log: number;
}

const hasProcessTable = findProcess(Deno.pid) !== null;
const CAT = ["/bin/cat", "/usr/bin/cat"].find(existsSync);

/** Without room on the disk, or killed, `cat` ends; whoever writes to the pipe must not notice. */
const LOOP = `
trap '' TERM INT HUP
until cat; do
  case $? in 126|127) exit 0 ;; esac
done
`;

/** Returns the program that copies unchanged. `environment` is that of a shell. */
export function plainCopy(environment: Readonly<Record<string, string>>): WriterProgram {
  const again: CopyCommand = { command: ["/bin/sh", "-c", LOOP], environment };
  // Without a locale, and without the shell until it is needed: most of what a writer costs is its start.
  return { first: CAT === undefined ? again : { command: [CAT], environment: {} }, again };
}

export class LogWriter {
  /** Resolves when everything is written, or nothing can be. */
  readonly ended: Promise<void>;
  #ends: WriterEnds | null;
  #pid: number;
  /** Resolves once no writer is being started. */
  #started: Promise<unknown> = Promise.resolve();

  private constructor(first: Started, ends: WriterEnds, private readonly options: LogWriterOptions) {
    this.#ends = ends;
    this.#pid = first.pid;
    options.signal.addEventListener("abort", this.#releaseLater, { once: true });
    this.ended = this.#supervise(first.ended).catch(options.onLost).finally(this.#release);
  }

  /** Creates a pipe at a path and starts its writer. Returns the end for the run. Closes `log`, also when it rejects. */
  static async start(
    path: string,
    log: number,
    options: LogWriterOptions,
  ): Promise<{ writer: LogWriter; output: number }> {
    const { input, output } = await createPipe(path, options.pipe).catch((error) => {
      closeSync(log);
      throw error;
    });
    const ends = { input, log };
    try {
      return { writer: new LogWriter(await start(options.program.first, ends), ends, options), output };
    } catch (error) {
      for (const descriptor of [input, output, log]) closeSync(descriptor);
      throw error;
    }
  }

  /** Continues with a writer that an earlier panel started; null when it is gone. */
  static follow(running: Started | null, ends: WriterEnds, options: LogWriterOptions): LogWriter {
    const gone: Started = { pid: 0, ended: Promise.resolve({ code: null, signal: null }) };
    return new LogWriter(running ?? gone, ends, options);
  }

  /** Resolves when everything written to the pipe so far is in the log, whether or not others can still write. */
  async drain(): Promise<void> {
    const { clock } = this.options;
    const deadline = clock.monotonic() + (hasProcessTable ? PATIENCE_MS : BLIND_PATIENCE_MS);
    let hasEnded = false;
    void this.ended.then(() => hasEnded = true);
    // Nearly always it ends within the first pause. With an empty pipe it waits; on some network disks it also does so while it
    // writes: the log grows then.
    for (let before: number | null = null; clock.monotonic() < deadline;) {
      await this.#pause();
      if (hasEnded || this.#ends === null) return;
      const size = isWaiting(this.#pid) ? fstatSync(this.#ends.log).size : null;
      if (size !== null && size === before) return;
      before = size;
    }
  }

  // Ends early with the writer.
  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.options.clock.after(POLL_INTERVAL_MS, resolve);
    await Promise.race([promise, this.ended]);
    timer.cancel();
  }

  async #supervise(ended: Promise<Ended>): Promise<void> {
    for (let code = (await ended).code; code !== 0 && this.#ends;) {
      const starting = start(this.options.program.again, this.#ends);
      this.#started = starting.catch(() => {});
      const { pid, ended } = await starting;
      this.#pid = pid;
      code = (await ended).code;
    }
  }

  // Another thread may be using them.
  readonly #releaseLater = () => void this.#started.then(this.#release);

  readonly #release = () => {
    if (this.#ends) { for (const descriptor of Object.values(this.#ends)) closeSync(descriptor); }
    this.#ends = null;
    this.options.signal.removeEventListener("abort", this.#releaseLater);
  };
}

async function start({ command, environment }: CopyCommand, { input, log }: WriterEnds): Promise<Started> {
  return await startSession({
    command,
    directory: "/",
    environment,
    streams: [input, log, null],
    blocksSignals: true,
  });
}
