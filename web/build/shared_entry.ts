// Keeps the code for the start of the page in one file. By default esbuild creates a chunk for every set of parts that share
// a module: ninety small files for the task list, each a request with its own headers, and twice as slow over a slow
// connection.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Creates an esbuild plugin that makes every lazy component import the entry, which is loaded by then anyway, and the
 * entry import the building blocks of the first page, which other pages share. Affects only the page's own sources.
 */
export function sharedEntry(entryPath: string, firstPagePath: string): Plugin {
  return {
    name: "shared-entry",
    setup({ onLoad, onStart }) {
      let parts: ReadonlySet<string> = new Set();
      // Found before anything loads: a part that another file also imports directly may load first.
      onStart(async () => {
        parts = await lazyParts(dirname(entryPath));
      });
      onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        if (path !== entryPath && !parts.has(path)) return null;
        const blocks = path === entryPath ? await blocksOf(firstPagePath) : [entryPath];
        const imports = blocks.map((block) => `\nimport ${JSON.stringify(block)};`).join("");
        return { contents: await Deno.readTextFile(path) + imports, loader: "tsx" };
      });
    },
  };
}

/**
 * Creates an esbuild plugin that leaves icons out of the start that only other pages use. esbuild adds all used modules behind
 * a package's index to every chunk that reaches the index; so the start gets an index of its own icons.
 */
export function startIcons(...startPaths: string[]): Plugin {
  return {
    name: "start-icons",
    setup({ onLoad, onResolve, onStart, resolve }) {
      let files: ReadonlySet<string> = new Set();
      let icons: ReadonlySet<string> = new Set();
      onStart(async () => {
        files = await reachableFrom(startPaths);
        icons = new Set((await Promise.all([...files].map(iconsOf))).flat());
      });
      onResolve({ filter: /^lucide-react$/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (!files.has(importer) || pluginData === "start-icons") return null;
        const index = await resolve(path, { kind, importer, resolveDir, pluginData: "start-icons" });
        return { ...index, suffix: "?start" };
      });
      onLoad({ filter: /lucide-react\.mjs$/ }, async ({ path, suffix }) => {
        if (suffix !== "?start") return null;
        const exports = (await Deno.readTextFile(path)).split("\n").filter((line) =>
          [...line.matchAll(/default as (\w+)/g)].some(([, name = ""]) => icons.has(name))
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

/** Stays in a chunk of its own with what only it imports: the login, which loads the entry too, has no list. */
const listBlock = "/web/ui/data/data_table.tsx";

/** Returns the files in `web/ui` and `web/shared` that a component imports directly or indirectly, except lazy ones. */
async function blocksOf(component: string): Promise<string[]> {
  const modules = new Set([component]);
  for (const path of modules) {
    const source = await Deno.readTextFile(path);
    for (const [, relative = ""] of source.matchAll(staticImport)) {
      const target = join(dirname(path), relative);
      if (target.replaceAll("\\", "/").endsWith(listBlock)) continue;
      if (/[/\\]web[/\\](ui|shared|features)[/\\]/.test(target)) modules.add(target);
    }
  }
  return [...modules].filter((path) => /[/\\]web[/\\](ui|shared)[/\\]/.test(path));
}
