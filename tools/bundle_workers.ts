// esbuild leaves `new URL("./x_worker.ts", import.meta.url)` as it is written. A worker therefore becomes an entry of its
// own, and the address is changed to the built file beside the chunk.

import type { Plugin } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const address = /new URL\(\s*["']([^"']+)\.ts["']\s*,\s*import\.meta\.url\s*\)/g;

/** Lists the files below a folder that others start as workers. */
export function findWorkers(folder: string): string[] {
  const sources = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith(".ts") && !path.endsWith("_test.ts"));
  const workers = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(address)].map((match) => resolve(dirname(path), `${match[1]}.ts`))
  );
  return [...new Set(workers)];
}

/** Turns the address of a worker's source into that of its bundle, which lies in the same folder as all the others. */
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
