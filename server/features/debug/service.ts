import { extname } from "node:path";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import { type DebugInput } from "../../contract/files.ts";
import type { Run, RunCause } from "../../contract/runs.ts";
import { scriptExtensions } from "../tasks/command/interpreters.ts";
import { interpreterOf, type ScriptContext } from "../tasks/command/script_spec.ts";
import type { Base } from "../../engine/base.ts";
import type { Engine } from "../../engine/engine.ts";
import { commandLine, readCommand, writeCommand } from "./command.ts";
import { type DebugSource, readDebugSource } from "./run_type.ts";
import type { RunRow } from "../../engine/store.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { runOf } from "../runs/service.ts";
import { readRunRequest, writeRequest } from "../tasks/run_request.ts";
import { ScriptCopies } from "./copies.ts";
import { fileLimits } from "../../contract/limits/files.ts";

export interface DebugOptions extends Pick<Base, "db" | "logger" | "bus"> {
  engine: Engine;
  context: ScriptContext;
  /** Directory for what must outlive the panel but not the run. */
  notes: string;
}

/** Maximum number of characters of a command in the name of its run. */
const MAX_NAME = 200;

/**
 * Runs scripts as they are in the editor, saved or not, and commands without a task. A debug run is an ordinary run with
 * its own type.
 */
export class ScriptDebug {
  readonly #copies: ScriptCopies;
  readonly #tidying = new Set<Promise<void>>();
  #stopListening: () => void = () => {};

  constructor(private readonly options: DebugOptions) {
    this.#copies = new ScriptCopies({
      scripts: new FilesRoot(options.context.scripts),
      notes: options.notes,
    });
  }

  /**
   * Removes the copies of finished runs, and from now on of each run when it ends. Call before the engine
   * starts.
   */
  async open(): Promise<void> {
    const { db, bus } = this.options;
    const active = await db.selectFrom("run").select("subject_json").where("kind", "=", "debug")
      .where("finished_at", "is", null).execute();
    const wanted = new Set(active.map((run) => readDebugSource(run)?.copy));
    await this.#copies.sweep((path) => wanted.has(path));
    this.#stopListening = bus.listen(({ type, id }) => {
      if (this.#copies.count > 0 && (type === "run:finished" || type === "run:skipped")) this.#tidy(id);
    });
  }

  /** Stops listening; resolves when no copy is being removed. */
  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all(this.#tidying);
  }

  /**
   * Runs a text as if it were the script at `path`. Throws `validation_failed` if nothing can run it, and
   * `AppError` for a path outside the scripts; then nothing is written.
   */
  async start(input: Parsed<DebugInput>, cause: RunCause): Promise<Run> {
    const request = readRunRequest(input);
    const extension = this.#extensionOf(input.path);
    const content = new TextEncoder().encode(input.content);
    if (content.length > fileLimits.textBytes) {
      throw new AppError("payload_too_large", { limit: fileLimits.textBytes });
    }
    const copy = await this.#copies.make(input.path, extension, content);
    try {
      const source: DebugSource = { script: input.path, copy };
      const id = await this.options.engine.enqueueOther({
        source: { kind: "debug", name: input.path },
        cause,
        scriptPath: input.path,
        subjectJson: JSON.stringify(source),
        requestJson: writeRequest(request, this.options.context.sealer),
      });
      return await runOf(this.options.db, await this.#find(id));
    } catch (error) {
      await this.#copies.remove(copy);
      throw error;
    }
  }

  /**
   * Stops a debug run or takes it out of the queue. Throws `not_found`, or `run_not_active` if it has ended
   * or is of another type.
   */
  async stop(id: number): Promise<Run> {
    const run = await this.#find(id);
    if (run.kind !== "debug" || readCommand(run) !== null) throw new AppError("run_not_active");
    await this.options.engine.stopRun(id);
    return await runOf(this.options.db, await this.#find(id));
  }

  /** Runs a command once, as a task with this command would. */
  async startCommand({ command }: Parsed<{ command: string }>, cause: RunCause): Promise<Run> {
    const id = await this.options.engine.enqueueOther({
      source: { kind: "debug", name: [...command.replace(/\s+/g, " ").trim()].slice(0, MAX_NAME).join("") },
      cause,
      subjectJson: writeCommand(command),
    });
    return await runOf(this.options.db, await this.#find(id));
  }

  /** Stops the run of a command by its ID, or all active runs of a command. Returns whether there was one. */
  async stopCommand(which: { id: number } | { command: string }): Promise<boolean> {
    const active = await this.options.db.selectFrom("run").select(["id", "subject_json"])
      .where("kind", "=", "debug").where("finished_at", "is", null).execute();
    const line = "command" in which ? commandLine(which.command) : null;
    const wanted = active.filter((run) => {
      const command = readCommand(run);
      return command !== null && ("id" in which ? run.id === which.id : commandLine(command) === line);
    });
    const stopped = await Promise.all(wanted.map(({ id }) => this.#stopActive(id)));
    return stopped.includes(true);
  }

  // Returns false for a run that has ended meanwhile.
  async #stopActive(id: number): Promise<boolean> {
    try {
      await this.options.engine.stopRun(id);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "run_not_active") return false;
      throw error;
    }
  }

  #extensionOf(path: string): string {
    const extension = extname(path).toLowerCase();
    const extensions = scriptExtensions.map((one) => `.${one}`);
    if (!extensions.includes(extension)) {
      refuseIf([{ path: "path", code: "no_interpreter", params: { extensions: extensions.join(", ") } }]);
    }
    const found = interpreterOf(path, this.options.context);
    if ("missing" in found) {
      refuseIf([{ path: "path", code: "interpreter_missing", params: { program: found.missing } }]);
    }
    return extension;
  }

  #tidy(runId: number): void {
    const tidying = this.#removeCopy(runId).catch((error) =>
      this.options.logger.warn("failed to remove the copy of an unsaved script", {
        error,
        run: runId,
      })
    ).finally(() => this.#tidying.delete(tidying));
    this.#tidying.add(tidying);
  }

  async #removeCopy(runId: number): Promise<void> {
    const run = await this.options.db.selectFrom("run").select("subject_json").where("id", "=", runId)
      .where("kind", "=", "debug").executeTakeFirst();
    const source = run && readDebugSource(run);
    if (source) await this.#copies.remove(source.copy);
  }

  async #find(id: number): Promise<RunRow> {
    const run = await this.options.db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
    if (!run) throw new AppError("not_found");
    return run;
  }
}
