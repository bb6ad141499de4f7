import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../../../platform/process/find_program.ts";

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
