import { timesFile } from "../../engine/log_shape.ts";

/** Companion files of a log: its times, and temporary files for either. */
export const besideLog = /\.log(\.times|\.tmp|\.times\.tmp)$/;

/** Returns whether a file is only a companion of a log and must not be listed. */
export function isBesideLog(name: string): boolean {
  return besideLog.test(name);
}

/** Returns the names of a log and its companion files. */
export function namesOfLog(name: string): string[] {
  const times = timesFile(name);
  return [name, times, `${name}.tmp`, `${times}.tmp`];
}

/** Returns whether a path is a folder or inside it; the empty folder contains everything. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
