// The parts from which a run's spec is built: the script, its interpreter, folder and environment.
import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import type { JavascriptRuntime, Language } from "../contract/settings.ts";
import type { Around } from "../platform/process/wrapper.ts";
import type { Sealer } from "../platform/seal.ts";
import type { Interpreters } from "./command/interpreters.ts";
import { hostScript } from "./hooks.ts";
import type { Packages } from "./packages.ts";
import type { Pulls } from "./pulls.ts";
import { type RunSpec, RunSpecError } from "./run_spec.ts";
import type { RunRow } from "./store.ts";
import type { TaskVariables } from "./task_variables.ts";

/** What the panel's settings and folders add to every spec. */
export interface SpecContext {
  scripts: string;
  /** Folder of the files that act on every run. */
  config: string;
  interpreters: Interpreters;
  packages: Packages;
  pulls: Pulls;
  runtime(): JavascriptRuntime;
  language(): Language;
  zone(): string;
  variables: TaskVariables;
  /** Opens the variables that were given with a run. */
  sealer: Sealer;
  /** Words that start the program that masks secrets. */
  maskerHost: readonly string[];
  /** Environment of the panel as tasks may see it. */
  inherited: Record<string, string>;
  /** Names the run among all panels of this machine, see `marked_processes.ts`. */
  markOf(runId: number): { variable: string; value: string };
}

/** Says how to start a script of any language there is an interpreter for. Throws `RunRefused`. */
export function scriptCommand(
  file: string,
  context: SpecContext,
): Pick<RunSpec, "command"> & Pick<Around, "last"> {
  const { interpreters, packages } = context;
  const interpreter = interpreters.choose(file, context.runtime(), {
    folders: packages.interpreterFolders(),
    runtimeFlags: () => packages.runtimeFlags(file),
  });
  if ("missing" in interpreter) {
    throw new RunSpecError({ code: "interpreter_missing", program: interpreter.missing });
  }
  return hostScript(interpreter, file, context.config);
}

/** Finds a script of the scripts, or anywhere when its path is absolute. Throws `RunRefused`. */
export function findScript(script: string, scripts: string): string {
  const file = isAbsolute(script) ? script : resolve(scripts, script);
  const inside = isAbsolute(script) || file.startsWith(scripts + sep);
  if (inside && isFile(file)) return file;
  throw new RunSpecError({ code: "script_missing", script, places: [isAbsolute(script) ? script : scripts] });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Finds the working directory somebody asked for, below the scripts or anywhere. Throws `RunRefused`. */
export function findDirectory(wanted: string, scripts: string): string {
  const folder = isAbsolute(wanted) ? wanted : join(scripts, wanted);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new RunSpecError({ code: "folder_missing", folder });
}

export type Environment = Readonly<Record<string, string>>;

/** Makes the environment of a run: `given` is given with it, `own` is what its kind adds. */
export function environmentOf(
  run: RunRow,
  { variables, given }: { variables: Environment; given: Environment },
  context: SpecContext,
  runtime: Record<string, string> = {},
): Record<string, string> {
  const mark = context.markOf(run.id);
  const dueAt = run.due_at ?? run.queued_at;
  return {
    ...context.inherited,
    ...context.packages.environment(context.inherited),
    TZ: context.zone(),
    LANG: context.inherited["LANG"] ?? "C.UTF-8",
    ...variables,
    ...given,
    SUNDIAL_RUN_ID: String(run.id),
    ...runtime,
    SUNDIAL_CAUSE: run.cause,
    SUNDIAL_ATTEMPT: String(run.attempt),
    SUNDIAL_SCHEDULED_AT: new Date(dueAt).toISOString(),
    [mark.variable]: mark.value,
  };
}

/** Leaves out of the panel's environment what is the panel's own: its settings (a password among them) and its launcher's. */
export function inheritableEnvironment(environment: Record<string, string>): Record<string, string> {
  const runtime = /^(SUNDIAL_|npm_|DENO_|NODE_OPTIONS$|INIT_CWD$|DENORT_BIN$)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !runtime.test(name)));
}
