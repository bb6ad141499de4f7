// The parts of a run's spec: the script, its interpreter, directory and environment.
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

/** What the panel's settings and directories add to every spec. */
export interface SpecContext {
  scripts: string;
  /** Directory of the files that apply to every run. */
  config: string;
  interpreters: Interpreters;
  packages: Packages;
  pulls: Pulls;
  runtime(): JavascriptRuntime;
  language(): Language;
  zone(): string;
  variables: TaskVariables;
  /** Decrypts the variables that were passed to a run. */
  sealer: Sealer;
  /** Command line of the program that masks secrets. */
  maskerHost: readonly string[];
  /** The panel's environment as tasks may see it. */
  inherited: Record<string, string>;
  /** Returns the variable that identifies the run among all panels on this machine; see `marked_processes.ts`. */
  markOf(runId: number): { variable: string; value: string };
}

/** Returns how to start a script of any supported language. Throws `RunSpecError`. */
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

/** Finds a script below the scripts directory, or anywhere when its path is absolute. Throws `RunSpecError`. */
export function findScript(script: string, scripts: string): string {
  const file = isAbsolute(script) ? script : resolve(scripts, script);
  const inside = isAbsolute(script) || file.startsWith(scripts + sep);
  if (inside && isFile(file)) return file;
  throw new RunSpecError({ code: "script_missing", script, places: [isAbsolute(script) ? script : scripts] });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Finds the requested working directory, below the scripts directory or anywhere. Throws `RunSpecError`. */
export function findDirectory(wanted: string, scripts: string): string {
  const folder = isAbsolute(wanted) ? wanted : join(scripts, wanted);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new RunSpecError({ code: "folder_missing", folder });
}

export type Environment = Readonly<Record<string, string>>;

/** Builds the environment of a run: `given` was passed to the run, the last parameter is added by its run type. */
export function environmentOf(
  run: RunRow,
  { variables, given }: { variables: Environment; given: Environment },
  context: SpecContext,
  extra: Record<string, string> = {},
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
    ...extra,
    SUNDIAL_CAUSE: run.cause,
    SUNDIAL_ATTEMPT: String(run.attempt),
    SUNDIAL_SCHEDULED_AT: new Date(dueAt).toISOString(),
    [mark.variable]: mark.value,
  };
}

/** Removes the panel's own variables from its environment: its settings (including a password) and those of its launcher. */
export function inheritableEnvironment(environment: Record<string, string>): Record<string, string> {
  const reserved = /^(SUNDIAL_|npm_|DENO_|NODE_OPTIONS$|INIT_CWD$|DENORT_BIN$)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !reserved.test(name)));
}
