import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tree } from "./rule.ts";

export const root: string = join(import.meta.dirname!, "..", "..");

const skippedFolders = new Set([".git", "node_modules", "dist", "data", "coverage", "static/assets"]);
const textFile =
  /(\.(tsx?|json|jsonc|lock|md|css|html|svg|sh|ya?ml|webmanifest)|Dockerfile|LICENSE|\.ci\/run|ignore)$/;

/** Reads every text file of the project, without generated ones. */
export function readTree(): Tree {
  return new Map(list("").map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function list(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.has(path) ? [] : list(path);
    return entry.isFile() && textFile.test(path) ? [path] : [];
  });
}
