// The scripts and configuration files, as they are.
import type { ImportContent, ItemNote } from "../../import_content.ts";
import type { StagedFiles } from "../../staged_files.ts";
import type { ReadSubscriptions } from "./read_subscriptions.ts";

/** Files that belong to the other panel itself. */
const OWN_CONFIG = new Set([
  "auth.json",
  "config.sample.sh",
  "config.sh.sample",
  "cookie.sh",
  "crontab.list",
  "dependence-proxy.sh",
  "env.sh",
  "env.js",
  "env.py",
  "token.json",
]);
const OWN_CONFIG_FOLDER = /^(?:grpc|bak)\//;

/** Source text that may name folders of the other panel. */
const SOURCE = /\.(?:[cm]?[jt]s|py|sh)$/;
const MAX_SOURCE_BYTES = 1024 * 1024;
const OLD_PATH = /(?<![\w./-])\/ql\/(?:data\/)?(?:scripts|deps|config|log|db|repo|raw|upload)\b/;

/** The file of the other panel's account and its tokens. */
const ACCOUNT = /\b(?:auth|token)\.json\b/;

/** Adds the files below `root`, the data folder of the other panel: empty, or with a slash at its end. */
export async function readFiles(
  files: StagedFiles,
  root: string,
  subscriptions: ReadSubscriptions,
  content: ImportContent,
): Promise<void> {
  for (const { path, mode } of files.list()) {
    const area = areaOf(path, root, subscriptions);
    if (area === null) continue;
    const source = SOURCE.test(path) ? await files.text(path, MAX_SOURCE_BYTES) ?? "" : "";
    const notes = notesOn(source);
    const item = {
      key: area.path,
      name: area.path,
      path: area.path,
      content: { staged: path },
      executable: (mode & 0o100) !== 0,
      ...(notes.length > 0 && { notes }),
    };
    if (area.kind === "scripts") content.scripts.push(item);
    // The files of this panel are in use: those of the other are put beside them.
    else content.config.push({ ...item, ifDifferent: "store_beside" });
  }
  const refuse = (paths: readonly string[], reason: "not_a_file" | "name_not_utf8") => {
    for (const path of paths) {
      const area = areaOf(path, root, subscriptions);
      if (area) content.refused.push({ kind: area.kind, name: area.path, reason });
    }
  };
  refuse(files.links, "not_a_file");
  refuse(files.unreadable, "name_not_utf8");
}

function notesOn(source: string): ItemNote[] {
  return [
    ...(OLD_PATH.test(source) ? [{ note: "old_paths" as const }] : []),
    ...(ACCOUNT.test(source) ? [{ note: "reads_account" as const }] : []),
  ];
}

function areaOf(
  path: string,
  root: string,
  subscriptions: ReadSubscriptions,
): { kind: "scripts" | "config"; path: string } | null {
  if (!path.startsWith(root)) return null;
  const [, folder, below = ""] = /^(scripts|deps|config)\/([^]+)$/.exec(path.slice(root.length)) ?? [];
  switch (folder) {
    case "scripts":
      return { kind: "scripts", path: subscriptions.movedTo(below) ?? below };
    case "deps":
      return { kind: "scripts", path: `deps/${below}` };
    case "config":
      return OWN_CONFIG.has(below) || OWN_CONFIG_FOLDER.test(below) ? null : { kind: "config", path: below };
    default:
      return null;
  }
}
