// Keeps the code for the start of the page in two files: what the login needs, and what the task list adds to it. By default
// esbuild creates a chunk for every set of parts that share a module: ninety small files for the task list, each a request
// with its own headers, and twice as slow over a slow connection.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/** The components around which code is gathered. */
export interface StartPaths {
  entry: string;
  login: string;
  /** Other lazy components that load without an account. */
  open: readonly string[];
  /** The lazy component around all pages of an account. */
  frame: string;
  firstPage: string;
}

/**
 * Creates an esbuild plugin that makes every lazy component import the entry and the frame, which are loaded by then anyway,
 * the entry import the building blocks of those without an account, and the frame those of the first page, which other pages share. Affects only the page's own sources.
 */
export function sharedEntry({ entry, login, open, frame, firstPage }: StartPaths): Plugin {
  return {
    name: "shared-entry",
    setup({ onLoad, onStart }) {
      let parts: ReadonlySet<string> = new Set();
      // Found before anything loads: a part that another file also imports directly may load first.
      onStart(async () => {
        parts = await lazyParts(dirname(entry));
      });
      const importsOf = async (path: string) => {
        if (path === entry) {
          const blocks = (await Promise.all([login, ...open].map(blocksOf))).flat();
          return blocks.filter((block) => !open.includes(block));
        }
        if (path === frame) return [entry, ...await blocksOf(firstPage)];
        return path === login || open.includes(path) ? [entry] : [entry, frame];
      };
      onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        if (path !== entry && !parts.has(path)) return null;
        const imports = (await importsOf(path)).map((one) => `\nimport ${JSON.stringify(one)};`).join("");
        return { contents: await Deno.readTextFile(path) + imports, loader: "tsx" };
      });
    },
  };
}

/**
 * Creates an esbuild plugin that leaves icons out of the start that only other pages use. esbuild adds all used modules behind
 * a package's index to every chunk that reaches the index; so each step of the start gets an index of its own icons. A file
 * that several steps reach belongs to the first.
 */
export function startIcons(...steps: readonly string[][]): Plugin {
  return {
    name: "start-icons",
    setup({ onLoad, onResolve, onStart, resolve }) {
      let files: ReadonlySet<string>[] = [];
      let icons: ReadonlySet<string>[] = [];
      onStart(async () => {
        files = await Promise.all(steps.map(reachableFrom));
        icons = await Promise.all(files.map(async (step, index) => {
          const own = [...step].filter((path) => !files.slice(0, index).some((earlier) => earlier.has(path)));
          return new Set((await Promise.all(own.map(iconsOf))).flat());
        }));
      });
      onResolve({ filter: /^lucide-react$/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        const step = files.findIndex((paths) => paths.has(importer));
        if (step < 0 || pluginData === "start-icons") return null;
        const index = await resolve(path, { kind, importer, resolveDir, pluginData: "start-icons" });
        return { ...index, suffix: `?${step}` };
      });
      onLoad({ filter: /lucide-react\.mjs$/ }, async ({ path, suffix }) => {
        const own = icons[Number(suffix.slice(1))];
        if (suffix === "" || !own) return null;
        const exports = (await Deno.readTextFile(path)).split("\n").filter((line) =>
          [...line.matchAll(/default as (\w+)/g)].some(([, name = ""]) => own.has(name))
        );
        return { contents: exports.join("\n"), resolveDir: dirname(path) };
      });
    },
  };
}

async function iconsOf(path: string): Promise<string[]> {
  const source = await Deno.readTextFile(path);
  const [, names = ""] = /^import \{([^}]+)\} from "lucide-react";/m.exec(source) ?? [];
  return names.split(",").map((name) => name.trim().split(" ")[0] ?? "");
}

const staticImport = /^import\b(?! type\b)[^;]*?"(\.\.?\/[^"]+)";/gm;

/** Returns files of the page and all that they import directly or indirectly, except lazy ones. */
async function reachableFrom(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(paths);
  for (const path of found) {
    const source = await Deno.readTextFile(path);
    for (const [, relative = ""] of source.matchAll(staticImport)) {
      if (/\.tsx?$/.test(relative)) found.add(join(dirname(path), relative));
    }
  }
  return found;
}

const dynamicImport = /\bimport\(\s*"(\.\.?\/[^"]+\.tsx)"\s*\)/g;

/** Returns the components that a file of the page loads on demand. */
async function lazyParts(webFolder: string): Promise<ReadonlySet<string>> {
  const sources = readdirSync(webFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name)).map((name) => join(webFolder, name));
  const found = await Promise.all(sources.map(async (path) => {
    const source = await Deno.readTextFile(path);
    return [...source.matchAll(dynamicImport)].map(([, relative = ""]) => join(dirname(path), relative));
  }));
  return new Set(found.flat());
}

/** The folders below the features, whose files other pages share. */
const shared = /[/\\](web[/\\](ui|shared|api)|server[/\\]contract)[/\\]/;

/** Returns the shared files that a component imports directly or indirectly, except lazy ones. */
async function blocksOf(component: string): Promise<string[]> {
  const modules = new Set([component]);
  for (const path of modules) {
    const source = await Deno.readTextFile(path);
    for (const [, relative = ""] of source.matchAll(staticImport)) {
      const target = join(dirname(path), relative);
      if (shared.test(target) || /[/\\]web[/\\]features[/\\]/.test(target)) modules.add(target);
    }
  }
  return [...modules].filter((path) => shared.test(path));
}
