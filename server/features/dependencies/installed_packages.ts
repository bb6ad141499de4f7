// Manages the packages on the machine: how runs find them, and the installers of each type.
import type { DependencyType } from "../../contract/dependencies.ts";
import { readPackageName } from "../../contract/dependency_names.ts";
import type { ScriptPackages } from "../tasks/command/script_spec.ts";
import { denoInstaller } from "./installers/deno.ts";
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
import { interpreterFolders, packageEnvironment, runtimeFlags } from "./run_packages.ts";
import type { PackageInstallers, PackageOrder } from "./run_type.ts";

/** The packages of the machine. */
export class InstalledPackages implements ScriptPackages, PackageInstallers {
  readonly context: InstallerContext;
  readonly installers: Readonly<Record<DependencyType, Installer>>;

  constructor(context: InstallerContext) {
    this.context = context;
    this.installers = {
      node: nodeInstaller(context),
      python: pythonInstaller(context),
      linux: linuxInstaller(context),
      deno: denoInstaller(context),
    };
  }

  /** Returns the environment that lets a run find the packages. */
  environment(inherited: Readonly<Record<string, string>>): Record<string, string> {
    return packageEnvironment(this.context.places, inherited, this.context.settings().denoMirror);
  }

  /** Returns the directories to search first for an interpreter. */
  interpreterFolders(): string[] {
    return interpreterFolders(this.context.places);
  }

  /** Returns the flags that let the panel's own runtime find the packages for a script. */
  runtimeFlags(script: string): string[] {
    return runtimeFlags(this.context.places, script);
  }

  /** Returns the command of an order. Throws `RunSpecError`. */
  order(order: PackageOrder): InstallerCommand {
    const { [order.type]: installer } = this.installers;
    if (order.action === "repair") return this.#repair(installer);
    const name = readPackageName(order.type, order.name);
    // Validated when it was stored; this stops a row that was edited by hand.
    if ("error" in name) throw new Error(`not the name of a package: ${order.name}`);
    return limitedInstaller(installer.command(order, name));
  }

  // Starting to protect a directory first restores an earlier backup of it.
  #repair({ location: directory }: Installer): InstallerCommand {
    const command = directory === null ? ["/bin/true"] : keepingDirectory(directory, ["/bin/true"]);
    return { command, directory: this.context.places.root, environment: {} };
  }
}
