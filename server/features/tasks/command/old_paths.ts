// Absolute paths of qinglong's folders, which imported commands contain: they mean the folders here, unless qinglong itself is
// on this machine. Each is looked for by itself, because a machine may have some of them. The stored command stays as written.
import { realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { NamedFolders } from "../../../platform/old_panel_folder.ts";

/** The panel's folders that such a path may lie in. */
export type PanelFolders = NamedFolders;

const ROOT = "/ql";
// Older releases had no `data` folder.
const FOLDER = "/ql/(?:data/)?(scripts|deps|config|log|repo|raw)(?![\\w.-])";
const PATH = new RegExp(`^${FOLDER}`);
const IN_LINE = new RegExp(`(?<![\\w./-])${FOLDER}`, "g");
/** Paths that mean the same inside and outside of quotes. */
const PLAIN = /^[\w./@%+,-]+$/;

/** Returns the path that a link leads to; null when there is nothing. */
type Resolve = (path: string) => string | null;

/** Returns the path here of a path below qinglong's folders; any other path, or one of another program, unchanged. */
export function localPath(path: string, folders: PanelFolders, resolve: Resolve = realPath): string {
  if (!path.startsWith(`${ROOT}/`)) return path;
  return path.replace(
    PATH,
    (there, name: string) => isForeign(there, folders, resolve) ? there : folderOf(name, folders),
  );
}

/** Replaces such paths in a line for the shell. */
export function localPaths(line: string, folders: PanelFolders, resolve: Resolve = realPath): string {
  if (!line.includes(`${ROOT}/`)) return line;
  return line.replace(IN_LINE, (there, name: string) => {
    const folder = folderOf(name, folders);
    return PLAIN.test(folder) && !isForeign(there, folders, resolve) ? folder : there;
  });
}

// `/ql` may be a link to the folder here, and `/ql/data` one to the data folder, as earlier versions advised.
function isForeign(there: string, { oldPanel }: PanelFolders, resolve: Resolve): boolean {
  const found = resolve(there);
  if (found === null) return false;
  const data = resolve(dirname(oldPanel)) ?? dirname(oldPanel);
  return !found.startsWith(data + sep);
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function folderOf(name: string, { scripts, config, logs, oldPanel }: PanelFolders): string {
  switch (name) {
    case "scripts":
      return scripts;
    case "config":
      return config;
    case "log":
      return logs;
    case "deps":
      return join(scripts, name);
    default:
      return join(oldPanel, "data", name);
  }
}
