// Prepares what goes into the single executable: the bundled server, the page, and nothing else. Without this step,
// all of node_modules would be embedded.

import { build, type Plugin, stop } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { readSourceCommit } from "../server/platform/source_commit.ts";
import { listBundledPackages, noticesOf } from "./bundled_packages.ts";
import { findWorkers, loadWorkersByTheirBuiltName } from "./bundle_workers.ts";
import { hideFromModuleGraph } from "./bundle_imports.ts";
import { findCommonjsNames } from "./commonjs_imports.ts";
import { ensurePage } from "./page.ts";

const root = join(import.meta.dirname!, "..");
const served = new Set([
  ".html",
  ".js",
  ".css",
  ".br",
  ".gz",
  ".svg",
  ".png",
  ".ico",
  ".webmanifest",
  ".woff2",
]);

/** The licences of the packages inside, which each copy must include. */
export const notices = "third_party_notices.txt";

/** The folder of the stage and the file that `deno compile` starts from. */
export interface Stage {
  folder: string;
  entry: string;
}

export interface StageOptions {
  /** Public key that verifies releases, in base64; without it, the program cannot update itself. */
  releaseKey: string | null;
  folder?: string;
}

export async function makeStage(
  { releaseKey, folder = join(root, "dist", "stage") }: StageOptions,
): Promise<Stage> {
  rmSync(folder, { recursive: true, force: true });
  await ensurePage();
  await bundleServer(join(folder, "server", "bundle"), { define: keyDefinition(releaseKey) });
  await stop(); // Its child process would keep this program alive.
  for (const path of [...listServed(), ...listHolidays()]) copy(path, folder);
  writeFileSync(join(folder, notices), noticesOf(await listBundledPackages()));
  // Last, so that an interrupted stage has none.
  writeFileSync(join(folder, "deno.json"), JSON.stringify({ unstable: ["cron", "no-legacy-abort"] }));
  return { folder, entry: "server/bundle/main.js" };
}

/** Options in which builds differ. */
export interface BundleOptions {
  define?: Record<string, string>;
  plugins?: Plugin[];
  /** Prepended to every file. */
  banner?: string;
}

/** Returns the definition of a key for the bundle; none without a key. */
export function keyDefinition(releaseKey: string | null): Record<string, string> {
  return releaseKey === null ? {} : { SUNDIAL_RELEASE_KEY: JSON.stringify(releaseKey) };
}

/** Bundles the server and its workers into a folder. Throws when code would work from the sources only. */
export async function bundleServer(
  outdir: string,
  { define = {}, plugins = [], banner = "" }: BundleOptions = {},
): Promise<void> {
  const workers = findWorkers(join(root, "server"));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "main.ts"), ...workers],
    outdir,
    // Flat, so that every chunk has the same depth below the stage as its source below the project.
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    // Not "import": a CommonJS package would get the ES module of another, which it cannot use.
    conditions: ["deno"],
    external: ["node:*"],
    // CommonJS packages load built-in modules with `require`, which ES modules do not have.
    banner: {
      js:
        `import{createRequire as createNodeRequire}from"node:module";const require=createNodeRequire(import.meta.url);${banner}`,
    },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    define: {
      SUNDIAL_BUILD_COMMIT: JSON.stringify(readCommit()),
      SUNDIAL_BUILT_AT: JSON.stringify(readBuildTime()),
      ...define,
    },
    plugins: [...plugins, loadWorkersByTheirBuiltName],
    logLevel: "warning",
    metafile: true,
    write: false,
  });
  const problems = findCommonjsNames(metafile, (path) => readFileSync(join(root, path), "utf8"));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, escapeWide(hideFromModuleGraph(text)));
}

// V8 keeps the text of each file, with two bytes per character if one needs them. esbuild escapes texts, not patterns.
function escapeWide(code: string): string {
  return code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function listServed(): string[] {
  return readdirSync(join(root, "static"), { recursive: true }).map((name) => join("static", String(name)))
    .filter((path) => served.has(extname(path)) || path.endsWith("manifest.json"));
}

function listHolidays(): string[] {
  return readdirSync(join(root, "server", "holidays")).filter((name) => name.endsWith(".json"))
    .map((name) => join("server", "holidays", name));
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  copyFileSync(join(root, path), join(folder, path));
}

/** Empty when the commit is unknown. */
function readCommit(): string {
  const given = Deno.env.get("SUNDIAL_BUILD_COMMIT"); // Without a repository, as in a container build.
  return given ?? readSourceCommit(root) ?? "";
}

function readBuildTime(): string {
  const epoch = Deno.env.get("SOURCE_DATE_EPOCH"); // The convention of reproducible builds, in seconds.
  return new Date(epoch === undefined ? Date.now() : Number(epoch) * 1000).toISOString();
}

/** Reads the key from a file written by `sign_release.ts`. Throws when it contains none. */
export function readReleaseKey(path: string): string {
  const key = readFileSync(path, "utf8").trim();
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key)) throw new Error(`${path} holds no public key of 32 bytes in base64`);
  return key;
}

if (import.meta.main) {
  const path = Deno.env.get("SUNDIAL_RELEASE_KEY_FILE"); // In a container build, where no option is given.
  await makeStage({ releaseKey: path ? readReleaseKey(path) : null });
}
