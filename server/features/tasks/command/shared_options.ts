// What the `task` command needs to know of the panel's settings, in a file beside its keys: it starts with every hook that uses
// it, so it must not load the panel to read them.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JavascriptRuntime, Language } from "../../../contract/settings.ts";

export interface SharedOptions {
  language: Language;
  javascriptRuntime: JavascriptRuntime;
  zone: string;
  timeLimitMs: number | null;
  logMaxBytes: number;
  logRetentionDays: number | null;
  denoMirror: string | null;
  jsrMirror: string | null;
}

const FILE = "tasks.json";
const usual: SharedOptions = {
  language: "en",
  javascriptRuntime: "auto",
  zone: "UTC",
  timeLimitMs: null,
  logMaxBytes: 50_000_000,
  logRetentionDays: 30,
  denoMirror: null,
  jsrMirror: null,
};

/** Writes the options into the access folder. Throws file system errors. */
export function writeOptions(accessFolder: string, options: SharedOptions): void {
  const path = join(accessFolder, FILE);
  writeFileSync(`${path}.new`, `${JSON.stringify(options)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Reads the options from the access folder; those of a new panel when there are none. */
export function readOptions(accessFolder: string): SharedOptions {
  try {
    return { ...usual, ...JSON.parse(readFileSync(join(accessFolder, FILE), "utf8")) };
  } catch {
    return usual;
  }
}
