// Keeps what the start of the page needs in one file. Left to itself, esbuild cuts it into a chunk for every set of pages that
// share a module: thirty small files, which compress 8 % worse than one. Pages that import the start share all of it, and
// parts of a page that import the page share all of that.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Makes an esbuild plugin that lets every lazily loaded component import the entry, whoever loads it and the page of its feature,
 * which are loaded by then in any case; and the entry the building blocks of the first page, which other pages have too.
 */
export function oneCore(entryPath: string, firstPagePath: string): Plugin {
  return {
    name: "one-core",
    setup({ onLoad, onResolve }) {
      const loaders = new Map<string, Set<string>>();
      onResolve({ filter: /^\.\.?\/.*\.tsx$/ }, ({ importer, kind, path, resolveDir }) => {
        const target = join(resolveDir, path);
        if (kind === "dynamic-import") {
          const before = loaders.get(target) ?? new Set([entryPath, ...pageOf(target)]);
          loaders.set(target, before.add(importer));
        }
        return null;
      });
      onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        if (path === entryPath) {
          const blocks = [...await blocksOf(firstPagePath)].map((one) => `\nimport ${JSON.stringify(one)};`);
          return { contents: await Deno.readTextFile(path) + blocks.join(""), loader: "tsx" };
        }
        const loadedBefore = loaders.get(path);
        if (!loadedBefore) return null;
        const imports = [...loadedBefore].map((one) => `import ${JSON.stringify(one)};\n`).join("");
        return { contents: imports + await Deno.readTextFile(path), loader: "tsx" };
      });
    },
  };
}

/** The building blocks that a component imports, or what it imports does; not those that are loaded later. */
async function blocksOf(path: string, seen = new Set<string>()): Promise<Set<string>> {
  const source = await Deno.readTextFile(path);
  const imports = source.matchAll(/^import\b(?! type\b)[^;]*?"(\.\.?\/[^"]+)";/gm);
  for (const target of [...imports].map(([, relative = ""]) => join(dirname(path), relative))) {
    if (seen.has(target) || !/[/\\]web[/\\](ui|features)[/\\]/.test(target)) continue;
    await blocksOf(target, seen.add(target));
  }
  return new Set([...seen].filter((one) => /[/\\]web[/\\]ui[/\\]/.test(one)));
}

/**
 * The page a part of a feature is shown on: that of the feature or, where a feature has several, that of its folder in it. None for
 * the page itself, and for what belongs to no page.
 */
function pageOf(path: string): string[] {
  const [, feature, part] = /^(.*[/\\]web[/\\]features[/\\][^/\\]+)[/\\]([^/\\]+)[/\\]/.exec(path) ?? [];
  if (feature === undefined || part === undefined) return [];
  const pages = [feature, join(feature, part)].map((folder) => join(folder, `${basename(folder)}_page.tsx`));
  const page = pages.find((one) => existsSync(one));
  return page === undefined || page === path ? [] : [page];
}
