import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { PackageName } from "../../../contract/dependency_names.ts";
import { isName } from "../../../platform/files/path_names.ts";
import { findProgram } from "../../../platform/process/find_program.ts";
import { installerMissing } from "../dependency_messages.ts";
import type { PackageDirectories } from "../package_directories.ts";
import type { PackageJob } from "../run_type.ts";
import {
  type Installer,
  type InstallerCommand,
  type InstallerContext,
  installerEnvironment,
  searchPath,
  type Tool,
} from "./installer.ts";
import { keepingDirectory } from "./keep_directory.ts";

/**
 * Deletes what is installed first, so that the manager fetches it again; the directory around it is backed up
 * meanwhile.
 */
const ANEW = `rm -rf "node_modules/$1" node_modules/.package-lock.json; shift; exec "$@"`;

/** npm packages, in a project of the data folder. */
export function nodeInstaller(context: InstallerContext): Installer {
  const { directories } = context;
  const find = () => findProgram(context.settings().nodeManager, searchPath(context));
  return {
    directory: directories.node,
    command(order, name) {
      const manager = find();
      if (!manager) {
        throw installerMissing(context.settings().nodeManager);
      }
      return commandOf(context, { manager, order, name });
    },
    find: (names) => findInstalled(directories, names),
    tool: () => Promise.resolve(toolOf(find(), context.settings().nodeManager)),
  };
}

function toolOf(program: string | undefined, lacks: "npm" | "pnpm"): Tool {
  return program ? { program, lacks: null } : { program: null, lacks };
}

function commandOf(
  context: InstallerContext,
  { manager, order, name }: { manager: string; order: PackageJob; name: PackageName },
): InstallerCommand {
  const { directories } = context;
  const { nodeManager, nodeMirror, nodeProxy } = context.settings();
  const action = order.action === "install" ? "install" : "remove";
  prepare(directories);
  const messages = [
    manager,
    ...verbs[nodeManager][action],
    "--",
    action === "install" ? order.name : name.bare,
  ];
  const command = order.again ? ["/bin/sh", "-c", ANEW, "sundial", name.bare, ...messages] : messages;
  return {
    command: keepingDirectory(directories.node, command),
    directory: directories.root,
    environment: installerEnvironment(context, nodeProxy, {
      // Passed in the environment, because arguments are visible to every user of the machine.
      ...(nodeMirror !== null && { npm_config_registry: nodeMirror }),
      npm_config_cache: join(directories.cache, "npm"),
      npm_config_logs_max: "0",
      npm_config_fund: "false",
      npm_config_audit: "false",
      npm_config_update_notifier: "false",
      npm_config_progress: "false",
      npm_config_yes: "true",
      // Prints the output of install scripts immediately, not only after a failure.
      npm_config_foreground_scripts: "true",
      ...nodeHeaders(manager, searchPath(context)),
      ...(nodeManager === "pnpm" && { npm_config_store_dir: join(directories.cache, "pnpm") }),
      // Tells install scripts that nobody can answer prompts.
      CI: "1",
    }),
  };
}

const verbs = {
  npm: { install: ["install", "--no-package-lock"], remove: ["uninstall", "--no-package-lock"] },
  pnpm: { install: ["add", "--reporter=append-only"], remove: ["remove", "--reporter=append-only"] },
};

// Creates the project, and the link through which scripts find its packages. Does not touch anything
// else at the path of the link.
function prepare({ root, node, link }: PackageDirectories): void {
  mkdirSync(node, { recursive: true, mode: 0o700 });
  const manifest = join(node, "package.json");
  if (!existsSync(manifest) && !existsSync(`${node}.kept`)) writeFileSync(manifest, '{ "private": true }\n');
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) {
    symlinkSync(relative(join(link, ".."), join(root, "node", "node_modules")), link);
  }
}

async function findInstalled(
  { node }: PackageDirectories,
  names: readonly PackageName[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { key, bare } of names) {
    // A row that was edited by hand may contain a path out of the folder.
    if (!bare.split("/").every(isName)) continue;
    const version = await readVersion(join(node, "node_modules", bare, "package.json"));
    if (version !== null) found.set(key, version);
  }
  return found;
}

async function readVersion(manifest: string): Promise<string | null> {
  try {
    const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}

/** Where package managers store the node-gyp they use, relative to the directory of their program. */
const beside = ["../node_modules/node-gyp", "../dist/node_modules/node-gyp"];

/**
 * Returns variables with the location of the Node headers on a search path, for packages that this manager
 * compiles: headers that come with Node need not be downloaded. node-gyp reads its options from the
 * environment of the manager, since 11.4 under a name of its own, before that under one that npm warns about
 * since 11.2.
 */
export function nodeHeaders(manager: string, path: string): Record<string, string> {
  const node = findProgram("node", path);
  if (node === undefined) return {};
  const root = join(realpathSync(node), "..", "..");
  if (!existsSync(join(root, "include/node/node.h"))) return {};
  const name = knowsItsName(manager) ? "npm_package_config_node_gyp" : "npm_config";
  return { [`${name}_nodedir`]: root };
}

function knowsItsName(manager: string): boolean {
  const [major = 0, minor = 0] = versionBeside(manager)?.split(".").map(Number) ?? [Infinity];
  return major > 11 || (major === 11 && minor >= 4);
}

function versionBeside(manager: string): string | null {
  const folder = join(realpathSync(manager), "..");
  const manifest = beside.map((path) => join(folder, path, "package.json")).find((file) => existsSync(file));
  return manifest === undefined
    ? null
    : (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
