// Keeps what the start of the page needs in one file. Left to itself, esbuild cuts it into a chunk for every set of pages that
// share a module: thirty small files, which compress 8 % worse than one. Pages that import the start share all of it, and
// parts of a page that import the page share all of that.

import { join } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Makes an esbuild plugin that lets every lazily loaded component import the entry and whoever loads it, which are loaded by
 * then in any case.
 */
export function oneCore(entryPath: string): Plugin {
  return {
    name: "one-core",
    setup({ onLoad, onResolve }) {
      const loaders = new Map<string, Set<string>>();
      onResolve({ filter: /^\.\.?\/.*\.tsx$/ }, ({ importer, kind, path, resolveDir }) => {
        const target = join(resolveDir, path);
        if (kind === "dynamic-import") {
          loaders.set(target, (loaders.get(target) ?? new Set([entryPath])).add(importer));
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
