import type { MessageKey } from "../../../messages/messages.ts";

/** What the files are for that the panel itself reads. */
export const knownFiles: Readonly<Record<string, MessageKey>> = {
  "config.sh": "files.configMain",
  "extra.sh": "files.configExtra",
  "task_before.sh": "files.configBefore",
  "task_before.js": "files.configBeforeJs",
  "task_before.py": "files.configBeforePy",
  "task_after.sh": "files.configAfter",
  "task_after.js": "files.configAfterJs",
  "task_after.py": "files.configAfterPy",
};

/** One line of the list of configuration files. */
export interface ConfigLine {
  /** Relative to the area. */
  path: string;
  /** What it is for; null for what somebody put there. */
  purpose: MessageKey | null;
  /** Whether it is on disk; a known one that is not can be made from its sample. */
  exists: boolean;
  hasSample: boolean;
}

/** Orders what is there and what could be: known files first, in the order they act, then the person's own by name. */
export function listConfig(
  { files, samples }: { files: readonly string[]; samples: readonly string[] },
): ConfigLine[] {
  const order = Object.keys(knownFiles);
  const all = [...new Set([...files, ...samples])];
  const rank = (path: string) => order.includes(path) ? order.indexOf(path) : order.length;
  return all
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other, "en"))
    .map((path) => ({
      path,
      purpose: knownFiles[path] ?? null,
      exists: files.includes(path),
      hasSample: samples.includes(path),
    }));
}
