// Deno reads and parses every file that an `import("./x.js")` names when the program starts, whether it is ever loaded or
// not: for the whole panel, that takes 90 MB at a first start, which in a container is each.

const loadedLater = /\bimport\((["'])(\.\/[^"']+\.js)\1\)/g;

/** Rewrites the dynamic imports of a bundled file so that Deno reads those files only when they are loaded. */
export function hideFromModuleGraph(source: string): string {
  return source.replace(
    loadedLater,
    (_, quote: string, path: string) => `import(import.meta.resolve(${quote}${path}${quote}))`,
  );
}
