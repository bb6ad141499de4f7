// Radix is published with a call after each function that sets its name once more, for debuggers. Such a call is an effect: it
// keeps in the bundle what nobody uses, and its texts besides.

import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

const published = /[/\\]@radix-ui[/\\][\w-]+[/\\]dist[/\\]index\.mjs$/;
const naming = /^[ \t]*__name\(\w+, "[^"\n]*"\);\n/gm;

/** An esbuild plugin that leaves out the naming of functions in what Radix has published. */
export const plainFunctions: Plugin = {
  name: "plain-functions",
  setup({ onLoad }) {
    onLoad({ filter: published }, async ({ path }) => ({
      contents: withoutNaming(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};

/** Takes the calls out of a source; what they stand in as a value stays. */
export function withoutNaming(source: string): string {
  return source.replace(naming, "");
}
