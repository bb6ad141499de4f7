// The parts of the spec of a script or a command: the script, its interpreter, directory and environment.
import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import type { JavascriptRuntime } from "../../../contract/settings.ts";
import { type Environment, type RunSpec } from "../../../engine/run_type.ts";
import type { RunRow } from "../../../engine/store.ts";
import type { Around } from "../../../platform/process/wrapper.ts";
import type { Sealer } from "../../../platform/seal.ts";
import { hostScript } from "./hooks.ts";
import type { Interpreter, Interpreters } from "./interpreters.ts";
import { commandError } from "./refusal_messages.ts";

const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

/** What lets scripts find the packages installed for them. */
export interface ScriptPackages {
  /** Returns the variables that a run's environment needs to find the packages; `inherited` is the environment without them. */
  environment(inherited: Readonly<Record<string, string>>): Record<string, string>;
  /** Lists the directories that are searched for an interpreter first. */
  interpreterFolders(): string[];
  /** Lists the flags that make the panel's own runtime find the packages of a script. */
  runtimeFlags(script: string): string[];
}

export const noPackages: ScriptPackages = {
  environment: () => ({}),
  interpreterFolders: () => [],
  runtimeFlags: () => [],
};

/** What the panel's settings and directories add to the spec of every script and command. */
export interface ScriptContext {
  scripts: string;
  /** Directory of the files that apply to every run. */
  config: string;
  interpreters: Interpreters;
  packages: ScriptPackages;
  runtime(): JavascriptRuntime;
  zone(): string;
  /** Decrypts the variables that were passed to a run. */
  sealer: Sealer;
  /** The panel's environment as tasks may see it. */
  inherited: Record<string, string>;
}

/** Returns the interpreter that would run a script, chosen by the script's name. */
export function interpreterOf(script: string, { interpreters, runtime }: ScriptContext): Interpreter {
  return interpreters.choose(script, runtime());
}

/** Returns how to start a script of any supported language. Throws `RunSpecError`. */
export function scriptCommand(
  file: string,
  context: ScriptContext,
): Pick<RunSpec, "command"> & Pick<Around, "last"> {
  const { interpreters, packages } = context;
  const interpreter = interpreters.choose(file, context.runtime(), {
    folders: packages.interpreterFolders(),
    runtimeFlags: () => packages.runtimeFlags(file),
  });
  if ("missing" in interpreter) {
    throw commandError({ code: "interpreter_missing", program: interpreter.missing });
  }
  return hostScript(interpreter, file, context.config);
}

/** Finds a script below the scripts directory, or anywhere when its path is absolute. Throws `RunSpecError`. */
export function findScript(script: string, scripts: string): string {
  const file = isAbsolute(script) ? script : resolve(scripts, script);
  const inside = isAbsolute(script) || file.startsWith(scripts + sep);
  if (inside && isFile(file)) return file;
  throw commandError({ code: "script_missing", script, places: [isAbsolute(script) ? script : scripts] });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Finds the requested working directory, below the scripts directory or anywhere. Throws `RunSpecError`. */
export function findDirectory(wanted: string, scripts: string): string {
  const folder = isAbsolute(wanted) ? wanted : join(scripts, wanted);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw commandError({ code: "folder_missing", folder });
}

/** Builds the environment of a run: `given` was passed to the run, the last parameter is added by its run type. */
export function environmentOf(
  run: RunRow,
  { variables, given }: { variables: Environment; given: Environment },
  context: ScriptContext,
  extra: Record<string, string> = {},
): Record<string, string> {
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
  };
}

/**
 * Returns the environment that every run inherits from the panel: without the panel's own variables, which are its settings
 * (including a password) and those of its launcher, and always with a search path.
 */
export function taskEnvironment(panel: Record<string, string>): Record<string, string> & { PATH: string } {
  const reserved = /^(SUNDIAL_|npm_|DENO_|NODE_OPTIONS$|INIT_CWD$|DENORT_BIN$)/;
  const left = Object.fromEntries(Object.entries(panel).filter(([name]) => !reserved.test(name)));
  return { ...left, PATH: left["PATH"] ?? USUAL_PATH };
}
