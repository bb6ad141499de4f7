// With code splitting, esbuild gives a CommonJS package that is loaded with `import()` a default export only, while Deno also
// offers its properties as named exports. Code that takes these works from the sources and fails in the bundle.

import type { Metafile } from "esbuild";

/**
 * Returns a sentence for each file that takes named exports of a CommonJS package loaded with `import()`. `read` returns the
 * source of a file that the metafile names.
 */
export function findCommonjsNames(
  { inputs }: Pick<Metafile, "inputs">,
  read: (path: string) => string,
): string[] {
  return Object.entries(inputs).flatMap(([path, { imports }]) =>
    path.includes("node_modules/") ? [] : imports
      .filter(({ kind, path: target }) => kind === "dynamic-import" && inputs[target]?.format === "cjs")
      .filter(({ original = "" }) => !takesDefaultOnly(read(path), original))
      .map(({ original }) =>
        `${path}: "${original}" is a CommonJS package; write const { default: … } = await import("${original}")`
      )
  );
}

/** `const { default: tar } = await`, `const { default: { Busboy } } = await` or, for its effect alone, `await`. */
const defaultOnly = /^\s*(?:const \{ default: (?:\w+|\{[^{}]*\}) \} = )?await $/;

function takesDefaultOnly(source: string, specifier: string): boolean {
  const call = `import("${specifier}")`;
  return source.split("\n").every((line) => !line.includes(call) || defaultOnly.test(line.split(call)[0]!));
}
