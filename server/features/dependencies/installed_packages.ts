// Manages the packages on the machine: how runs find them, and the installers of each type.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { DependencyType } from "../../contract/dependencies.ts";
import { readPackageName } from "../../contract/dependency_names.ts";
import type { DependencySettings } from "../../contract/settings.ts";
import type { ScriptPackages } from "../tasks/command/script_spec.ts";
import { denoInstaller, registryVariables } from "./installers/deno.ts";
import {
  type Installer,
  type InstallerCommand,
  type InstallerContext,
  limitedInstaller,
} from "./installers/installer.ts";
import { keepingDirectory } from "./installers/keep_directory.ts";
import { linuxInstaller } from "./installers/linux.ts";
import { nodeInstaller } from "./installers/node.ts";
import { pythonInstaller } from "./installers/python.ts";
import type { PackageDirectories } from "./package_directories.ts";
import type { PackageInstallers, PackageJob } from "./run_type.ts";

export class InstalledPackages implements ScriptPackages, PackageInstallers {
  readonly installers: Readonly<Record<DependencyType, Installer>>;

  constructor(readonly context: InstallerContext) {
    this.installers = {
      node: nodeInstaller(context),
      python: pythonInstaller(context),
      linux: linuxInstaller(context),
      deno: denoInstaller(context),
    };
  }

  /** Returns the installer of a type; for Python, into the environment of a subscription if one is given. */
  installer(type: DependencyType, subscriptionId: number | null = null): Installer {
    return type === "python" && subscriptionId !== null
      ? pythonInstaller(this.context, this.#pythonOf(subscriptionId))
      : this.installers[type];
  }

  /** Returns what the tasks of a subscription with its own Python packages use instead. */
  ofSubscription(id: number): InstalledPackages {
    return new InstalledPackages({
      ...this.context,
      directories: { ...this.context.directories, python: this.#pythonOf(id) },
    });
  }

  async removeOfSubscription(id: number): Promise<void> {
    await rm(this.#pythonOf(id), { recursive: true, force: true });
  }

  /** Returns the IDs of all subscriptions that have a Python environment. */
  async subscriptions(): Promise<number[]> {
    const names = await readdir(this.context.directories.subscriptionPythons).catch(() => []);
    return names.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  }

  #pythonOf(subscriptionId: number): string {
    return join(this.context.directories.subscriptionPythons, String(subscriptionId));
  }

  /** Returns the environment that lets a run find the packages. */
  environment(inherited: Readonly<Record<string, string>>): Record<string, string> {
    return packageEnvironment(this.context.directories, inherited, this.context.settings());
  }

  /** Returns the directories to search first for an interpreter. */
  interpreterFolders(): string[] {
    return interpreterFolders(this.context.directories);
  }

  /** Returns the flags that let the panel's own runtime find the packages for a script. */
  runtimeFlags(script: string): string[] {
    return runtimeFlags(this.context.directories, script);
  }

  /** Returns the command of an order. Throws `RunSpecError`. */
  order(order: PackageJob): InstallerCommand {
    const installer = this.installer(order.type, order.subscriptionId);
    if (order.action === "repair") return this.#repair(installer);
    const name = readPackageName(order.type, order.name);
    // Validated when it was stored; this stops a row that was edited by hand.
    if ("error" in name) throw new Error(`invalid package name: ${order.name}`);
    return limitedInstaller(installer.command(order, name));
  }

  // Starting to protect a directory first restores an earlier backup of it.
  #repair({ directory }: Installer): InstallerCommand {
    const command = directory === null ? ["/bin/true"] : keepingDirectory(directory, ["/bin/true"]);
    return { command, directory: this.context.directories.root, environment: {} };
  }
}

/** How much of a script is searched for imports, in bytes. */
const HEAD_BYTES = 64 * 1024;

/**
 * Returns the environment that lets a run find the packages. Computed for every run, so it must be cheap: a few file
 * system checks, and nothing is added if nothing is installed.
 */
export function packageEnvironment(
  directories: PackageDirectories,
  inherited: Readonly<Record<string, string>>,
  mirrors: Pick<DependencySettings, "denoMirror" | "jsrMirror">,
): Record<string, string> {
  const first: string[] = [];
  const last: string[] = [];
  const environment: Record<string, string> = {};
  const modules = nodeModules(directories);
  if (modules !== null) {
    environment["NODE_PATH"] = joined([modules, inherited["NODE_PATH"]]);
    // Last, so that no package overrides a program of the machine.
    last.push(join(modules, ".bin"));
  }
  const programs = venvPrograms(directories);
  if (programs !== null) {
    environment["VIRTUAL_ENV"] = directories.python;
    first.push(programs);
  }
  if (existsSync(directories.deno)) {
    environment["DENO_DIR"] = directories.deno;
    Object.assign(environment, registryVariables(mirrors));
  }
  if (first.length + last.length > 0) environment["PATH"] = joined([...first, inherited["PATH"], ...last]);
  return environment;
}

/** Returns the directories to search first for an interpreter. */
export function interpreterFolders(directories: PackageDirectories): string[] {
  return [venvPrograms(directories) ?? []].flat();
}

/**
 * Returns the flags that let the panel's own runtime find the packages for a script. It uses either
 * `node_modules` or, for scripts that import `npm:` URLs, what Deno has fetched; never both at once.
 */
export function runtimeFlags(directories: PackageDirectories, script: string): string[] {
  return nodeModules(directories) === null || importsByAddress(script) ? [] : ["--node-modules-dir=manual"];
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(delimiter);
}

function nodeModules({ node }: PackageDirectories): string | null {
  const modules = join(node, "node_modules");
  return existsSync(modules) ? modules : null;
}

// Follows links: after an update of the machine's Python, they may be broken.
function venvPrograms({ python }: PackageDirectories): string | null {
  const programs = join(python, "bin");
  return existsSync(join(programs, "python3")) ? programs : null;
}

function importsByAddress(script: string): boolean {
  try {
    const file = openSync(script, "r");
    try {
      const head = new Uint8Array(HEAD_BYTES);
      const length = readSync(file, head);
      return /["']npm:/.test(new TextDecoder().decode(head.subarray(0, length)));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
