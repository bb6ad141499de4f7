// Absolute paths of qinglong's folders, which imported commands contain. Where such a folder does not exist, it means the
// one here. Each is looked for by itself: a link to this panel's data has no folder `log`. The stored command stays as
// written.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The panel's folders that such a path may lie in. */
export interface PanelFolders {
  scripts: string;
  config: string;
  logs: string;
}

const ROOT = "/ql";
// Older releases had no `data` folder.
const FOLDER = "/ql/(?:data/)?(scripts|deps|config|log)(?![\\w.-])";
const PATH = new RegExp(`^${FOLDER}`);
const IN_LINE = new RegExp(`(?<![\\w./-])${FOLDER}`, "g");
/** Paths that mean the same inside and outside of quotes. */
const PLAIN = /^[\w./@%+,-]+$/;

/** Returns the path here of a path below qinglong's folders; any other path, or one below an existing folder, unchanged. */
export function localPath(path: string, folders: PanelFolders, exists = existsSync): string {
  if (!path.startsWith(`${ROOT}/`)) return path;
  return path.replace(PATH, (there, name: string) => exists(there) ? there : folderOf(name, folders));
}

/** Replaces such paths in a line for the shell. */
export function localPaths(line: string, folders: PanelFolders, exists = existsSync): string {
  if (!line.includes(`${ROOT}/`)) return line;
  return line.replace(IN_LINE, (there, name: string) => {
    const folder = folderOf(name, folders);
    return PLAIN.test(folder) && !exists(there) ? folder : there;
  });
}

function folderOf(name: string, { scripts, config, logs }: PanelFolders): string {
  switch (name) {
    case "scripts":
      return scripts;
    case "config":
      return config;
    case "log":
      return logs;
    default:
      return join(scripts, name);
  }
}
