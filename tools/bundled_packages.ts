// The packages contained in the executable and the page, according to the bundler, and their licences.

import { build, stop } from "esbuild";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname!, "..");

export interface Package {
  name: string;
  version: string;
  /** As in its package.json, an SPDX expression; `none` when there is none. */
  licence: string;
  /** Its licence file; empty when it has none. */
  text: string;
}

/** The icons, of which `deno task icons` copies those that the page uses. */
const icons: Package = {
  name: "lucide",
  version: /lucide@([\d.]+)/.exec(readFileSync(join(root, "web/ui/icons/icons.ts"), "utf8"))![1]!,
  licence: "ISC",
  text: readFileSync(join(root, "web/ui/icons/LICENSE"), "utf8"),
};

/** The packages from which `deno task holidays` writes the public holidays of countries. */
const holidays: Package[] = [
  {
    name: "date-holidays",
    version: "3.37.0",
    licence: "ISC AND CC-BY-SA-3.0",
    text: readFileSync(join(root, "server/holidays/LICENSE-date-holidays"), "utf8"),
  },
  {
    name: "chinese-days",
    version: "1.5.7",
    licence: "MIT",
    text: readFileSync(join(root, "server/holidays/LICENSE-chinese-days"), "utf8"),
  },
];

/** Returns the npm packages that contribute to the bundle, by name. */
export async function listBundledPackages(): Promise<Package[]> {
  try {
    const inputs = await Promise.all([
      bundledFiles("main.ts", "node"),
      bundledFiles("web/main.tsx", "browser"),
    ]);
    const folders = new Set(
      inputs.flat().map(packageFolder).filter((folder) => folder !== null),
    );
    return [...[...folders].map(readPackage), icons, ...holidays].sort((a, b) =>
      a.name.localeCompare(b.name)
    );
  } finally {
    await stop(); // Its child process would keep this program alive.
  }
}

/** Returns the files of a bundle, relative to the project. */
export async function bundledFiles(entry: string, platform: "node" | "browser"): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: "dist",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform,
    // Not "import": a CommonJS package would get the ES module of another, which it cannot use.
    conditions: ["deno"],
    external: ["node:*"],
    jsx: "automatic",
    // Pages for developers are not shipped, and their sources are not in the container that builds the image.
    define: { "globalThis.__SUNDIAL_DEVELOPMENT__": "false" },
    logLevel: "error",
  });
  return Object.keys(metafile.inputs);
}

/**
 * Combines the licence notices of the packages into one text, which their licences require with every copy.
 */
export function noticesOf(packages: Package[]): string {
  return packages.map(({ name, version, licence, text }) =>
    `${name} ${version} (${licence})\n\n${text.trim()}\n`
  )
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** `node_modules/.deno/x@1/node_modules/@scope/x/a/b.js` → its folder up to `@scope/x`; null for our own files. */
export function packageFolder(path: string): string | null {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/.][^/]*(?=\/)/.exec(path)?.[0] ?? null;
}

function readPackage(folder: string): Package {
  const read = (name: string) => readFileSync(join(root, folder, name), "utf8");
  const { name, version, license } = JSON.parse(read("package.json")) as Record<string, string | undefined>;
  const notice = readdirSync(join(root, folder)).find((file) => /^licen[sc]e/i.test(file));
  const text = notice !== undefined && existsSync(join(root, folder, notice)) ? read(notice) : "";
  return { name: name!, version: version!, licence: license ?? "none", text };
}
