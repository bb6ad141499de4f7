// The parts of the spec of a script or a command: the script, its interpreter, directory and environment.
import { statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve, sep } from "node:path";
import type { JavascriptRuntime, Language } from "../../../contract/settings.ts";
import type { Environment, RunSpec } from "../../../engine/run_type.ts";
import type { RunRow } from "../../../engine/store.ts";
import type { Around } from "../../../platform/process/wrapper.ts";
import type { Sealer } from "../../../platform/seal.ts";
import { isoTime } from "../../../platform/iso_time.ts";
import type { ConfigFile } from "./config_switches.ts";
import { hostScript } from "./hooks.ts";
import type { Interpreter, Interpreters } from "./interpreters.ts";
import { localPath, type PanelFolders } from "./old_paths.ts";
import { commandError } from "./refusal_messages.ts";

/** What lets scripts find the packages installed for them. */
export interface ScriptPackages {
  /** Returns the variables that a run's environment needs to find the packages; `inherited` is the environment without them. */
  environment(inherited: Readonly<Record<string, string>>): Record<string, string>;
  /** Lists the directories that are searched for an interpreter first. */
  interpreterFolders(): string[];
  /** Lists the flags that make the panel's own runtime find the packages of a script. */
  runtimeFlags(script: string): string[];
  /** Returns the packages for the tasks of a subscription that has its own Python packages. */
  ofSubscription(id: number): ScriptPackages;
}

export const noPackages: ScriptPackages = {
  environment: () => ({}),
  interpreterFolders: () => [],
  runtimeFlags: () => [],
  ofSubscription: () => noPackages,
};

/** What the panel's settings and directories add to the spec of every script and command. */
export interface ScriptContext extends PanelFolders {
  interpreters: Interpreters;
  packages: ScriptPackages;
  /** Directory of what the panel offers to scripts. */
  library: string;
  runtime(): JavascriptRuntime;
  language(): Language;
  zone(): string;
  configFile: Pick<ConfigFile, "switches">;
  /** Decrypts the variables that were passed to a run. */
  sealer: Sealer;
  /** The panel's environment as tasks may see it. */
  inherited: Record<string, string>;
  /** Returns the variables with which a run finds the panel. */
  access(): Record<string, string>;
}

/** What it takes to start a script, without the environment of a run. */
export type StartContext =
  & PanelFolders
  & Pick<ScriptContext, "interpreters" | "packages" | "library" | "runtime" | "language">;

/** Returns the interpreter that would run a script, chosen by the script's name. */
export function interpreterOf(script: string, { interpreters, runtime }: ScriptContext): Interpreter {
  return interpreters.choose(script, runtime());
}

/** Returns how to start a script of any supported language. Throws `RunSpecError`. */
export function scriptCommand(
  file: string,
  context: StartContext,
): Pick<RunSpec, "command"> & Pick<Around, "last" | "isSourced"> {
  const { interpreters, packages } = context;
  const interpreter = interpreters.choose(file, context.runtime(), {
    folders: packages.interpreterFolders(),
    runtimeFlags: () => packages.runtimeFlags(file),
  });
  if ("missing" in interpreter) {
    throw commandError({ code: "interpreter_missing", program: interpreter.missing });
  }
  return { ...hostScript(interpreter, file, context), isSourced: interpreter.host === "shell" };
}

/** Finds a script below the scripts directory, or anywhere when its path is absolute. Throws `RunSpecError`. */
export function findScript(script: string, folders: PanelFolders): string {
  const { scripts } = folders;
  const file = isAbsolute(script) ? localPath(script, folders) : resolve(scripts, script);
  const inside = isAbsolute(script) || file.startsWith(scripts + sep);
  if (inside && isFile(file)) return file;
  throw commandError({
    code: "script_missing",
    script,
    directories: [isAbsolute(script) ? script : scripts],
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Finds the requested working directory, below the scripts directory or anywhere; null when it does not exist. */
export function findDirectory(wanted: string, folders: PanelFolders): string | null {
  const folder = isAbsolute(wanted) ? localPath(wanted, folders) : join(folders.scripts, wanted);
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : null;
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
    ...packageVariables(context),
    TZ: context.zone(),
    LANG: context.inherited["LANG"] ?? "C.UTF-8",
    // Into a file, Python writes blocks of 8 kB; the log would show them late, and after a kill never.
    PYTHONUNBUFFERED: context.inherited["PYTHONUNBUFFERED"] || "1",
    ...variables,
    ...given,
    ...context.access(),
    SUNDIAL_RUN_ID: String(run.id),
    ...extra,
    SUNDIAL_CAUSE: run.cause,
    SUNDIAL_ATTEMPT: String(run.attempt),
    SUNDIAL_SCHEDULED_AT: isoTime(dueAt),
  };
}

/** Returns an environment whose search path begins with a folder of programs. */
export function withPrograms<T extends { PATH: string }>(environment: T, folder: string): T {
  return { ...environment, PATH: folder + delimiter + environment.PATH };
}

/** Returns what lets scripts find modules: among the installed packages, then where those of other panels lie. */
export function packageVariables(
  { packages, inherited, scripts }: Pick<ScriptContext, "packages" | "inherited" | "scripts">,
): Record<string, string> {
  const variables = packages.environment(inherited);
  const folders = [variables["NODE_PATH"] ?? inherited["NODE_PATH"], join(scripts, "deps"), scripts];
  return { ...variables, NODE_PATH: folders.filter(Boolean).join(delimiter) };
}
