// Scripts for other panels look for the notifiers as files beside them, before they import them. These load the library, so that
// they never have to be replaced.
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import notify from "./files/beside/notify.py" with { type: "text" };
import sendNotify from "./files/beside/sendNotify.js" with { type: "text" };

/** The contents of the notifiers, by file name. */
export const notifiers: Readonly<Record<string, string>> = {
  "notify.py": notify,
  "sendNotify.js": sendNotify,
};

/** Writes the notifiers into a folder. Whatever has their name there stays. Throws file system errors. */
export function writeNotifiers(folder: string): void {
  for (const [name, text] of Object.entries(notifiers)) writeNew(join(folder, name), text);
}

/** Returns whether a file in a folder is one of these, unchanged. */
export function isNotifier(path: string): boolean {
  const text = notifiers[path.slice(path.lastIndexOf("/") + 1)];
  try {
    return text !== undefined && readFileSync(path, "utf8") === text;
  } catch {
    return false;
  }
}

function writeNew(path: string, text: string): void {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    throw error;
  }
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
