// Keeps what the start of the page needs in one file. Left to itself, esbuild cuts it into a chunk for every set of pages that
// share a module: thirty small files, which compress 8 % worse than one. Pages that import the start share all of it, and
// parts of a page that import the page share all of that.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { importedIcons, packageName, readIconFiles } from "./direct_icons.ts";

/**
 * Makes an esbuild plugin that lets every lazily loaded component import the entry, whoever loads it and the page of its feature,
 * which are loaded by then in any case; and the entry the building blocks of the first page, which other pages have too.
 */
export function oneCore(entryPath: string, firstPagePath: string): Plugin {
  return {
    name: "one-core",
    setup({ onLoad, onResolve, resolve }) {
      // What an icon is drawn from has no side effects, so it is kept only where it is used or, as here, exported.
      const exportIcons = async (modules: Iterable<string>, resolveDir: string): Promise<string> => {
        const files = await readIconFiles(resolve, resolveDir);
        const sources = await Promise.all([...modules].map((one) => Deno.readTextFile(one)));
        const icons = new Set(sources.flatMap((source) => importedIcons(source)));
        return [...icons].sort().map((icon, at) =>
          files.has(icon)
            ? `\nexport { default as i${at} } from "${packageName}/icons/${files.get(icon)}";`
            : ""
        ).join("");
      };
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
          const modules = await modulesOf(firstPagePath);
          const blocks = [...modules].filter(isBlock).map((one) => `\nimport ${JSON.stringify(one)};`);
          const kept = blocks.join("") + await exportIcons(modules, dirname(path));
          return { contents: await Deno.readTextFile(path) + kept, loader: "tsx" };
        }
        const loadedBefore = loaders.get(path);
        if (!loadedBefore) return null;
        const imports = [...loadedBefore].map((one) => `import ${JSON.stringify(one)};\n`).join("");
        return { contents: imports + await Deno.readTextFile(path), loader: "tsx" };
      });
    },
  };
}

/** What a component imports of the page, or what it imports does, itself included; not what is loaded later. */
async function modulesOf(path: string, seen = new Set([path])): Promise<Set<string>> {
  const source = await Deno.readTextFile(path);
  const imports = source.matchAll(/^import\b(?! type\b)[^;]*?"(\.\.?\/[^"]+)";/gm);
  for (const target of [...imports].map(([, relative = ""]) => join(dirname(path), relative))) {
    if (seen.has(target) || !/[/\\]web[/\\](ui|features)[/\\]/.test(target)) continue;
    await modulesOf(target, seen.add(target));
  }
  return seen;
}

function isBlock(path: string): boolean {
  return /[/\\]web[/\\]ui[/\\]/.test(path);
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
