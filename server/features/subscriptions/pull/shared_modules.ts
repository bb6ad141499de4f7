// What users put into `deps` of the scripts: it comes into the folder of every repository, in place of the modules that the
// repository brings for its scripts.
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PullLimits } from "./job.ts";
import { pathIssue } from "./staging.ts";

const SKIPPED = /^(node_modules|__pycache__|\..*)$/;

/** A file of `deps`. */
export interface SharedModule {
  /** Relative to `deps`. */
  path: string;
  isExecutable: boolean;
  read(): Uint8Array;
}

/** Lists the files, sorted by path. */
export function listSharedModules(scripts: string, limits: PullLimits): SharedModule[] {
  const root = join(scripts, "deps");
  const modules: SharedModule[] = [];
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (SKIPPED.test(entry.name) || pathIssue(path) !== null) continue;
      if (entry.isDirectory()) waiting.push(path);
      const stat = entry.isFile() ? statSync(join(root, path), { throwIfNoEntry: false }) : undefined;
      if (stat === undefined || stat.size > limits.fileBytes || modules.length === limits.files) continue;
      modules.push({
        path,
        isExecutable: (stat.mode & 0o100) !== 0,
        read: () => readFileSync(join(root, path)),
      });
    }
  }
  return modules.sort((one, other) => one.path < other.path ? -1 : 1);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
