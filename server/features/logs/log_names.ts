import { timesFile } from "../../engine/log_shape.ts";

/** Names of what is written beside a log: its times, and either of them anew. */
export const besideLog = /\.log(\.times|\.tmp|\.times\.tmp)$/;

/** Tells whether a file only belongs to a log, so that it is not shown as one. */
export function isBesideLog(name: string): boolean {
  return besideLog.test(name);
}

/** Names a log and everything that is kept beside it. */
export function namesOfLog(name: string): string[] {
  const times = timesFile(name);
  return [name, times, `${name}.tmp`, `${times}.tmp`];
}

/** Tells whether a path is a folder or lies in it; everything lies in the empty one. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
