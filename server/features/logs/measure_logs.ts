import type { LogMeasure } from "../../contract/logs.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import type { FilesRoot } from "../../platform/files/files_root.ts";
import { walkTree } from "../../platform/files/walk_tree.ts";
import { isBesideLog } from "./log_names.ts";

/** Counts the logs in and below a folder, and all bytes there, until time is up: milliseconds of `now`. Throws `AppError`. */
export async function measureLogs(
  files: FilesRoot,
  path: string,
  { now, limitMs }: { now(): number; limitMs: number },
): Promise<LogMeasure> {
  return await withFileErrors(path, async () => {
    const deadline = now() + limitMs;
    using location = files.location(path);
    const { size } = location.folder.check(location.name);
    using folder = location.folder.enter(location.name);
    if (folder === null) return { count: 1, size, complete: true };
    const measure: LogMeasure = { count: 0, size: 0, complete: true };
    for await (const { name, stats } of walkTree(folder)) {
      if (now() > deadline) return { ...measure, complete: false };
      if (stats.isDirectory()) continue;
      measure.size += stats.size;
      if (!isBesideLog(name)) measure.count++;
    }
    return measure;
  });
}
