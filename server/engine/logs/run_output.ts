import { runVariables } from "../../platform/run_variables.ts";
import {
  LogWriter,
  type LogWriterOptions,
  plainCopy,
  type WriterProgram,
} from "../../platform/process/log_writer.ts";
import { MarkedProcesses } from "../../platform/process/marked_processes.ts";
import { drainOutput, maskedCopy } from "../../platform/process/masked_output.ts";
import { reopenPipe, SparePipes } from "../../platform/process/output_pipe.ts";
import { watchEnd } from "../../platform/process/watch_end.ts";
import type { ExitFiles } from "../exit_files.ts";
import type { Base } from "../base.ts";
import type { OpenLog } from "./open_log.ts";
import { runMessages } from "../run_messages.ts";

/** Marks the writer of a run's log. It is not one of the run's processes, so it lacks their mark. */
const MARK = runVariables.logWriter;

/** How many runs at once have large pipes: few enough to leave some to the tasks of this user. */
const MAX_LARGE = 16;

export interface RunOutputOptions extends Pick<Base, "clock" | "logger" | "language"> {
  exitFiles: ExitFiles;
  /** Command line of the program that masks secrets, and its environment. */
  maskerHost: readonly string[];
  environment: Record<string, string>;
  /** Returns the name of a run, unique on this machine. */
  nameOf(runId: number): string;
  /** Ends the supervision of all writers. */
  signal: AbortSignal;
}

/** Connects a run's output to its log: through a process that copies it, or one that masks its secrets. */
export class RunOutput {
  readonly #processes: MarkedProcesses;
  readonly #sparePipes: SparePipes;
  /** The writers of live runs, and those that processes left behind by a run keep open. */
  readonly #writers = new Map<number, Promise<LogWriter | null>>();

  constructor(private readonly options: RunOutputOptions) {
    this.#sparePipes = new SparePipes(options.exitFiles.root);
    this.#processes = new MarkedProcesses(options.clock, MARK);
  }

  /**
   * Opens the output and returns the descriptor the run writes to. Takes ownership of the open log. Throws when the system
   * refuses.
   */
  async open(runId: number, log: number, secrets: readonly string[]): Promise<number> {
    const { exitFiles, maskerHost: host, environment, language, nameOf } = this.options;
    const isMasked = secrets.length > 0;
    const path = isMasked ? exitFiles.pipe(runId) : exitFiles.output(runId);
    const program = isMasked
      ? maskedCopy({
        pipe: path,
        host,
        environment,
        secrets,
        name: nameOf(runId),
        lost: runMessages[language()].notMasked,
      })
      : plainCopy(environment);
    const { writer, output } = await LogWriter.start(path, log, this.#writerOptions(runId, program));
    this.#keep(runId, Promise.resolve(writer));
    return output;
  }

  /** Takes over the output of a run that an earlier panel started. */
  adopt(runId: number, log: OpenLog): void {
    const adopted = this.#adopt(runId, log).catch((error) => {
      this.options.logger.warn("failed to follow the output of a run", { error, run: runId });
      return null;
    });
    this.#keep(runId, adopted);
  }

  /** Resolves when everything a run has written so far is in its log. */
  async drain(runId: number): Promise<void> {
    const { exitFiles, nameOf, clock } = this.options;
    await drainOutput(exitFiles.pipe(runId), nameOf(runId), clock);
    const writer = await this.#writers.get(runId);
    await writer?.drain();
    this.#sparePipes.add(exitFiles.output(runId));
  }

  /** Returns whether a process can still write to the log of a run. */
  async isOpen(runId: number): Promise<boolean> {
    return await this.#writers.get(runId) != null;
  }

  // What masks secrets goes on by itself: this panel may no longer know them.
  async #adopt(runId: number, log: OpenLog): Promise<LogWriter | null> {
    const { exitFiles, nameOf, clock, signal, environment } = this.options;
    const input = reopenPipe(exitFiles.output(runId));
    if (input === null) return null;
    const ends = { input, log: log.openOutput() };
    const found = await this.#processes.find({ environment: `${MARK}=${nameOf(runId)}`, leader: null });
    const leader = found.find(({ pid, session }) => pid === session);
    const running = leader && { pid: leader.pid, ended: watchEnd(leader.pid, leader.start, clock, signal) };
    return LogWriter.follow(running ?? null, ends, this.#writerOptions(runId, plainCopy(environment)));
  }

  #writerOptions(runId: number, { first, again }: WriterProgram): LogWriterOptions {
    const { clock, logger, signal, nameOf } = this.options;
    const mark = { [MARK]: nameOf(runId) };
    return {
      pipe: { spare: this.#sparePipes, isLarge: this.#writers.size < MAX_LARGE },
      program: {
        first: { ...first, environment: { ...first.environment, ...mark } },
        again: { ...again, environment: { ...again.environment, ...mark } },
      },
      clock,
      signal,
      onLost: (error) => logger.error("the output of a run can no longer be written", { error, run: runId }),
    };
  }

  #keep(runId: number, writer: Promise<LogWriter | null>): void {
    this.#writers.set(runId, writer);
    void writer.then((writer) => writer?.ended).then(() => this.#writers.delete(runId));
  }
}
