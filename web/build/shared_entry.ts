// Keeps the code for the start of the page in two files: what the login needs, and what the task list adds to it. By default
// esbuild creates a chunk for every set of parts that share a module: ninety small files for the task list, each a request
// with its own headers, and twice as slow over a slow connection.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { importedModules } from "./imported_modules.ts";

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
  const modules = await importedModules(
    [component],
    (path) => shared.test(path) || /[/\\]web[/\\]features[/\\]/.test(path),
  );
  return [...modules].filter((path) => shared.test(path));
}
