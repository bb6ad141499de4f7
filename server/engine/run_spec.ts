// What is started for a run: everything the runner needs and nothing of where it came from, so that other kinds of runs
// can bring a spec of their own.
import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { JavascriptRuntime, Language } from "../contract/settings.ts";
import { commandShell } from "../platform/process/spawn_session.ts";
import type { Interpreters } from "./command/interpreters.ts";
import { logFolderOf, parseCommand } from "./command/parse_command.ts";
import { readRequest, type RunRequest } from "./run_request.ts";
import type { Refusal } from "./run_words.ts";
import type { RunRow, TaskRow } from "./store.ts";

export interface RunSpec {
  argv: readonly string[];
  before: string | null;
  after: string | null;
  directory: string;
  environment: Record<string, string>;
  /** Milliseconds; null for none. */
  timeLimitMs: number | null;
}

/** A run that cannot be started as its task stands. */
export class RunRefused extends Error {
  override readonly name = "RunRefused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** What the panel's settings and folders add to every spec. */
export interface SpecContext {
  scripts: string;
  interpreters: Interpreters;
  runtime(): JavascriptRuntime;
  language(): Language;
  zone(): string;
  /** Environment of the panel as tasks may see it. */
  inherited: Record<string, string>;
  /** Names the run among all panels of this machine, see `marked_processes.ts`. */
  markOf(runId: number): { variable: string; value: string };
}

/** Names the folder of a task's logs, below the folder of logs. */
export function logFolder(task: TaskRow): string {
  return task.log_folder ?? logFolderOf(task.command, task.id);
}

/** Makes the spec of a task's run. Throws `RunRefused`. */
export function specOfTask(task: TaskRow, run: RunRow, context: SpecContext): RunSpec {
  const command = parseCommand(task.command);
  if (command.kind === "wrong") throw new RunRefused({ code: command.reason });
  const request = readRequest(run.request_json);
  const { argv, folder } = command.kind === "shell"
    ? { argv: shellArgv(command.line, request), folder: context.scripts }
    : scriptArgv({ ...command, args: [...command.args, ...request.arguments] }, context);
  return {
    argv,
    before: task.before_command,
    after: task.after_command,
    directory: workingDirectory(task.working_directory, folder, context.scripts),
    environment: environmentOf(task, run, request, context),
    timeLimitMs: limitOf(task),
  };
}

/** Tells a task's time limit, milliseconds: the one in its command goes before its own; null for none. */
export function limitOf(task: TaskRow): number | null {
  const command = parseCommand(task.command);
  return (command.kind === "wrong" ? null : command.timeLimitMs) ?? task.time_limit_ms;
}

interface ScriptCommand {
  script: string;
  args: readonly string[];
}

// The line finds what is given with the run in `$1` and so on; what stands before them is `$0`.
function shellArgv(line: string, { arguments: args }: RunRequest): string[] {
  return [commandShell(), "-c", line, ...(args.length > 0 ? ["sundial", ...args] : [])];
}

function scriptArgv({ script, args }: ScriptCommand, context: SpecContext) {
  const file = findScript(script, context.scripts);
  const interpreter = context.interpreters.choose(file, context.runtime());
  if ("missing" in interpreter) {
    throw new RunRefused({ code: "interpreter_missing", program: interpreter.missing });
  }
  return { argv: [...interpreter.argv, file, ...args], folder: dirname(file) };
}

function findScript(script: string, scripts: string): string {
  const file = isAbsolute(script) ? script : resolve(scripts, script);
  const inside = isAbsolute(script) || file.startsWith(scripts + sep);
  if (inside && isFile(file)) return file;
  throw new RunRefused({ code: "script_missing", script, places: [isAbsolute(script) ? script : scripts] });
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function workingDirectory(wanted: string | null, fallback: string, scripts: string): string {
  if (wanted === null) return fallback;
  const folder = isAbsolute(wanted) ? wanted : join(scripts, wanted);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new RunRefused({ code: "folder_missing", folder });
}

function environmentOf(
  task: TaskRow,
  run: RunRow,
  { variables }: RunRequest,
  context: SpecContext,
): Record<string, string> {
  const mark = context.markOf(run.id);
  const dueAt = run.due_at ?? run.queued_at;
  return {
    ...context.inherited,
    TZ: context.zone(),
    LANG: context.inherited["LANG"] ?? "C.UTF-8",
    ...variables,
    SUNDIAL_RUN_ID: String(run.id),
    SUNDIAL_TASK_ID: String(task.id),
    SUNDIAL_TASK_NAME: task.name,
    SUNDIAL_CAUSE: run.cause,
    SUNDIAL_ATTEMPT: String(run.attempt),
    SUNDIAL_SCHEDULED_AT: new Date(dueAt).toISOString(),
    [mark.variable]: mark.value,
  };
}

/** Leaves out of the panel's environment what is the panel's own: its settings (a password among them) and its launcher's. */
export function inheritableEnvironment(environment: Record<string, string>): Record<string, string> {
  const own = /^(SUNDIAL_|npm_|DENO_|NODE_OPTIONS$|INIT_CWD$|DENORT_BIN$)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.test(name)));
}
