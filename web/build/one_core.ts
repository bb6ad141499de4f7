// Keeps what the start of the page needs in one file. Left to itself, esbuild cuts it into a chunk for every set of pages that
// share a module: thirty small files, which compress 8 % worse than one. Pages that import the start share all of it, and
// parts of a page that import the page share all of that.

import { basename, dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Makes an esbuild plugin that lets every lazily loaded component import the entry, whoever loads it and the page of its feature,
 * which are loaded by then in any case.
 */
export function oneCore(entryPath: string): Plugin {
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
        const loadedBefore = loaders.get(path);
        if (!loadedBefore) return null;
        const imports = [...loadedBefore].map((one) => `import ${JSON.stringify(one)};\n`).join("");
        return { contents: imports + await Deno.readTextFile(path), loader: "tsx" };
      });
    },
  };
}

/** The page a part of a feature is shown on; none for the page itself, and for what belongs to no feature. */
function pageOf(path: string): string[] {
  const feature = /^.*[/\\]web[/\\]features[/\\][^/\\]+(?=[/\\])/.exec(path)?.[0];
  if (feature === undefined || dirname(path) === feature) return [];
  return [join(feature, `${basename(feature)}_page.tsx`)];
}
