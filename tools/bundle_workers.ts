// esbuild leaves `new URL("./x_worker.ts", import.meta.url)` unchanged. A worker therefore becomes its own entry point,
// and the URL is rewritten to the built file beside the chunk.

import type { Plugin } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const address = /new URL\(\s*["']([^"']+)\.ts["']\s*,\s*import\.meta\.url\s*\)/g;

/** Returns the files below a folder that other modules start as workers. */
export function findWorkers(folder: string): string[] {
  const sources = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith(".ts") && !path.endsWith("_test.ts"));
  const workers = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(address)].map((match) => resolve(dirname(path), `${match[1]}.ts`))
  );
  return [...new Set(workers)];
}

/** Rewrites the URL of a worker's source to that of its bundle, which is in the same folder as all the others. */
export function toBuiltAddress(source: string): string {
  return source.replace(
    address,
    (_, path: string) => `new URL("./${path.split("/").at(-1)}.js", import.meta.url)`,
  );
}

export const loadWorkersByTheirBuiltName: Plugin = {
  name: "workers",
  setup(build) {
    build.onLoad({ filter: /[/\\]server[/\\].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      return source.search(address) < 0 ? null : { contents: toBuiltAddress(source), loader: "ts" };
    });
  },
};
