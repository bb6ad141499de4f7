import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PackageName } from "../../../contract/dependency_names.ts";
import type { DependencySettings } from "../../../contract/settings.ts";
import { findProgram } from "../../../platform/process/find_program.ts";
import { isName } from "../../../platform/files/path_names.ts";
import { dependencyMessages, installerMissing } from "../dependency_messages.ts";
import { type Installer, type InstallerContext, installerEnvironment, searchPath } from "./installer.ts";

/** The metadata that Deno stores in the folder of an npm package. */
const OF_PACKAGE = ["registry", "json"].join(".");
/** Maximum folder depth from the host of a registry to its packages. */
const MAX_PATH = 5;

/** Packages that scripts import by URL (`npm:`, `jsr:`), prefetched to the data folder. */
export function denoInstaller(context: InstallerContext): Installer {
  const { deno } = context.directories;
  const find = () => findProgram("deno", searchPath(context)) ?? context.panelRuntime ?? undefined;
  return {
    directory: null,
    command({ action, name, again, beside }) {
      const program = find();
      if (!program) throw installerMissing("deno");
      mkdirSync(deno, { recursive: true, mode: 0o700 });
      const { denoMirror, jsrMirror, denoProxy } = context.settings();
      // Deno does not support `--`. A name starts with `npm:` or `jsr:`, so it cannot be confused with an
      // option.
      const cache = [program, "cache", "--no-config", "--no-lock", ...(again ? ["--reload"] : []), name];
      return {
        command: action === "install" ? cache : freeFetched(program, {
          beside: beside ?? { there: [], others: [] },
          messages: dependencyMessages[context.language()],
          name,
        }),
        directory: deno,
        environment: installerEnvironment(context, denoProxy, {
          ...registryVariables({ denoMirror, jsrMirror }),
          DENO_DIR: deno,
          // Like npm and pip: trusts the certificate authorities of the system.
          DENO_TLS_CA_STORE: "mozilla,system",
          DENO_NO_UPDATE_CHECK: "1",
        }),
      };
    },
    find: (names) => findFetched(deno, names, context.settings()),
    tool() {
      const program = find();
      return Promise.resolve(program ? { program, lacks: null } : { program: null, lacks: "deno" });
    },
  };
}

/** Returns the variables that make Deno use mirrors. What was fetched from one is found only with its URL. */
export function registryVariables(
  { denoMirror, jsrMirror }: Pick<DependencySettings, "denoMirror" | "jsrMirror">,
): Record<string, string> {
  return {
    ...(denoMirror !== null && { NPM_CONFIG_REGISTRY: denoMirror }),
    ...(jsrMirror !== null && { JSR_URL: jsrMirror }),
  };
}

async function findFetched(
  directory: string,
  names: readonly PackageName[],
  { jsrMirror }: Pick<DependencySettings, "jsrMirror">,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const registries = await findRegistries(join(directory, "npm"));
  for (const { key, bare } of names) {
    const [kind, name = ""] = bare.split(":");
    // A row that was edited by hand may contain a path out of the folder.
    if (!name.split("/").every(isName)) continue;
    const versions = kind === "npm"
      ? await npmVersions(registries, name)
      : await jsrVersions(directory, `${jsrMirror === null ? "" : new URL(jsrMirror).pathname}/${name}`);
    const newest = versions.toSorted(byVersion).at(-1);
    if (newest !== undefined) found.set(key, newest);
  }
  return found;
}

/** Layout below `npm`: a folder per registry, in it one per package, in that one per version. */
async function npmVersions(registries: readonly string[], name: string): Promise<string[]> {
  const versions: string[] = [];
  for (const registry of registries) {
    versions.push(...(await list(join(registry, name))).filter((entry) => /^\d/.test(entry)));
  }
  return versions;
}

/** Finds the folders of registries: a host and, for a mirror whose URL has one, its path. */
async function findRegistries(folder: string, depth = MAX_PATH): Promise<string[]> {
  const found: string[] = [];
  for (const entry of depth === 0 ? [] : await list(folder)) {
    const inner = await list(join(folder, entry));
    if (inner.includes(OF_PACKAGE)) return [folder];
    if (!entry.startsWith("@")) found.push(...await findRegistries(join(folder, entry), depth - 1));
    else if (await exists(join(folder, entry, inner[0] ?? "", OF_PACKAGE))) return [folder];
  }
  return found;
}

/**
 * Layout below `remote`: a folder per scheme, in it one per host, in that files named by the SHA-256 of their
 * path.
 */
async function jsrVersions(directory: string, path: string): Promise<string[]> {
  const base = path.replace(/\/{2,}/g, "/");
  const versions: string[] = [];
  for (const scheme of await list(join(directory, "remote"))) {
    for (const host of await list(join(directory, "remote", scheme))) {
      const folder = join(directory, "remote", scheme, host);
      for (const version of await knownVersions(join(folder, hash(`${base}/meta.json`)))) {
        if (await exists(join(folder, hash(`${base}/${version}_meta.json`)))) versions.push(version);
      }
    }
  }
  return versions;
}

async function knownVersions(file: string): Promise<string[]> {
  try {
    // The text is followed by a comment with the metadata of the response.
    const [text = ""] = (await readFile(file, "utf8")).split("\n// denoCacheMetadata=");
    const { versions } = JSON.parse(text) as { versions?: Record<string, unknown> };
    return Object.keys(versions ?? {});
  } catch {
    return [];
  }
}

function hash(path: string): string {
  return createHash("sha256").update(path).digest("hex");
}

async function list(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(() => true, () => false);
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

// Deno shares fetched files between packages. Its own cleanup deletes everything if one of the remaining
// packages cannot be resolved at the moment. So this asks Deno which files each package consists of, and
// deletes only what no other package needs. It leaves alone what scripts have fetched on their own.

/**
 * - Uses no network: what is not cached is not found. Nothing listens on that port.
 * - An installed package that is not found, for example because the mirror has changed, might need anything:
 *   nothing is deleted.
 */
const FREE = `
const [freed, kept, must, name, ...others] = Deno.args;
const place = Deno.env.get("DENO_DIR") + "/";
const nowhere = "http://127.0.0.1:1";
const env = { http_proxy: nowhere, https_proxy: nowhere, HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: "", no_proxy: "" };
async function partsOf(name) {
  const args = ["info", "--json", "--no-config", "--no-lock", name];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, env, stderr: "null" }).output();
  try {
    const { modules, npmPackages = {} } = JSON.parse(new TextDecoder().decode(stdout));
    if (modules.length === 0 || modules.some(({ error }) => error)) return null;
    return [...Object.values(npmPackages).map(({ localPath }) => localPath), ...modules.map(({ local }) => local)];
  } catch {
    return null;
  }
}
async function isThere(path) {
  return await Deno.lstat(path).then(() => true, () => false);
}
async function partsToFree() {
  const own = await partsOf(name);
  if (own === null) return null;
  const needed = new Set();
  for (const [at, other] of others.entries()) {
    const parts = await partsOf(other);
    if (parts === null && at < Number(must)) return null;
    for (const part of parts ?? []) needed.add(part);
  }
  return own.filter((part) => typeof part === "string" && part.startsWith(place) && !needed.has(part));
}
const parts = await partsToFree();
for (const part of parts ?? []) {
  if (!await isThere(part)) continue;
  await Deno.remove(part, { recursive: true });
  if (!part.startsWith(place + "npm/")) continue;
  // The directory of a package also holds the metadata of all of its versions.
  const around = part.slice(0, part.lastIndexOf("/"));
  if ([...Deno.readDirSync(around)].every(({ isFile }) => isFile)) await Deno.remove(around, { recursive: true });
}
console.log(parts === null ? kept : freed);
`;

interface Freeing {
  name: string;
  /** Packages that stay: those that were installed, and those that may be. */
  beside: { there: readonly string[]; others: readonly string[] };
  messages: { freed(name: string): string; stored(name: string): string };
}

/** Returns the command that deletes what only one package needs; `DENO_DIR` sets its directory. */
function freeFetched(
  program: string,
  { name, beside: { there, others }, messages }: Freeing,
): string[] {
  const args = [messages.freed(name), messages.stored(name), String(there.length)];
  return [program, "eval", FREE, "--", ...args, name, ...there, ...others];
}
