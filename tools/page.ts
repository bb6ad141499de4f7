// Builds the page when its sources are newer than the build, so that a start does not rebuild it needlessly.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { modifiedAt, newest } from "./newest.ts";

const sources = [
  ...["web", "server/contract", "static/index.html", "deno.json"],
  ...["CHANGELOG.md", "CHANGELOG.zh.md"],
];
const built = "static/assets/manifest.json";

/** Builds the page unless it is newer than all its sources, or always when `anew`. */
export async function ensurePage(anew = false): Promise<void> {
  if (!anew && isPageFresh(join(import.meta.dirname!, ".."))) return;
  const { buildPage } = await import("../web/build.ts");
  const { files, firstPageBytes } = await buildPage();
  // deno-lint-ignore no-console -- what a command says goes to its console
  console.log(`Built the page: ${files.length} files, first page ${(firstPageBytes / 1000).toFixed(1)} kB`);
}

/** Returns whether the page of a project was built, compressed, after its last change. */
export function isPageFresh(root: string): boolean {
  const builtAt = modifiedAt(join(root, built));
  if (builtAt === null || builtAt < newest(sources.map((path) => join(root, path)))) return false;
  // A development build has no compressed copies.
  return readdirSync(dirname(join(root, built))).some((name) => name.endsWith(".br"));
}

if (import.meta.main) await ensurePage(Deno.args.includes("--anew"));
