// Lays out what goes into the one executable: the server bundled, the page, and nothing else. Without this step the
// whole of node_modules would be embedded.

import { build, stop } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { listBundledPackages, noticesOf } from "./bundled_packages.ts";
import { findWorkers, loadWorkersByTheirBuiltName } from "./bundle_workers.ts";
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

/** The licences of the packages inside, which each copy has to carry. */
export const notices = "third_party_notices.txt";

/** Where the stage lies and which of its files `deno compile` starts from. */
export interface Stage {
  folder: string;
  entry: string;
}

/** Makes the stage anew. */
export async function makeStage(): Promise<Stage> {
  const folder = join(root, "dist", "stage");
  rmSync(folder, { recursive: true, force: true });
  await ensurePage();
  await bundleServer(join(folder, "server", "bundle"));
  await stop(); // Its child process would keep this program alive.
  for (const path of listServed()) copy(path, folder);
  writeFileSync(join(folder, notices), noticesOf(await listBundledPackages()));
  writeFileSync(join(folder, "deno.json"), JSON.stringify({ unstable: ["cron", "no-legacy-abort"] }));
  return { folder, entry: "server/bundle/main.js" };
}

async function bundleServer(outdir: string): Promise<void> {
  const workers = findWorkers(join(root, "server"));
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, "main.ts"), ...workers],
    outdir,
    // Flat, so that every chunk lies as deep below the stage as its source below the project.
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    conditions: ["deno", "import"],
    external: ["node:*"],
    // Packages in the older format ask for what is built in by `require`, which modules do not have.
    banner: {
      js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);',
    },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    define: {
      SUNDIAL_BUILD_COMMIT: JSON.stringify(readCommit()),
      SUNDIAL_BUILT_AT: JSON.stringify(readBuildTime()),
    },
    plugins: [loadWorkersByTheirBuiltName],
    logLevel: "warning",
  });
}

function listServed(): string[] {
  return readdirSync(join(root, "static"), { recursive: true }).map((name) => join("static", String(name)))
    .filter((path) => served.has(extname(path)) || path.endsWith("manifest.json"));
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  copyFileSync(join(root, path), join(folder, path));
}

function readCommit(): string | null {
  const given = Deno.env.get("SUNDIAL_BUILD_COMMIT"); // Where there is no repository, as in a container's build.
  if (given !== undefined) return given || null;
  try {
    const { code, stdout } = new Deno.Command("git", {
      args: ["rev-parse", "HEAD"],
      cwd: root,
      stderr: "null",
    })
      .outputSync();
    return code === 0 ? new TextDecoder().decode(stdout).trim() : null;
  } catch {
    return null; // No git here.
  }
}

function readBuildTime(): string {
  const epoch = Deno.env.get("SOURCE_DATE_EPOCH"); // The custom of reproducible builds, in seconds.
  return new Date(epoch === undefined ? Date.now() : Number(epoch) * 1000).toISOString();
}

if (import.meta.main) await makeStage();
