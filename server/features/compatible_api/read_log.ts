// Reads a log as one text, which is what clients of the compatible API expect. They poll it, so a long log is cut.
import type { CronLog } from "../../contract/compatible/crons.ts";
import type { CompatibleMessages } from "../../contract/messages/compatible_messages.ts";
import type { LogFile } from "../runs/log_file.ts";
import type { Runs } from "../runs/service.ts";
import type { TaskSummary } from "../tasks/service.ts";
import { newestRunOf } from "./cron_shape.ts";

/** Maximum size of a log in a response (bytes); a longer one begins with a line that says how much is missing. */
const MAX_BYTES = 1024 * 1024;
/** The folder of a task whose logs are discarded. */
const NO_LOG = "/dev/null";

/** Returns the text and the state of a task's newest log, or a text in its place. */
export async function readLog(
  runs: Runs,
  task: TaskSummary,
  messages: CompatibleMessages,
): Promise<Pick<CronLog, "data" | "logStatus">> {
  if (task.logFolder === NO_LOG) return { data: messages.logIgnored, logStatus: "ignored" };
  const isActive = task.activeRun !== null;
  const missing = isActive
    ? { data: messages.logRunning, logStatus: "running" } as const
    : { data: messages.logMissing, logStatus: "notFound" } as const;
  const id = newestRunOf(task);
  if (id === null) return missing;
  const log = await runs.log(id);
  if (log.file === null || log.isRemoved()) return missing;
  const data = await tailOf(log);
  if (data === "") return isActive ? missing : { data, logStatus: "empty" };
  return { data, logStatus: isActive ? "running" : "completed" };
}

/** Returns the text of a log, of a long one the end. */
export async function tailOf(log: LogFile): Promise<string> {
  const { size, gap } = await log.shape();
  const start = Math.max(size - MAX_BYTES, gap?.end ?? 0);
  // A character that is cut at the beginning shows as a replacement, as do bytes that are no text.
  const text = new TextDecoder().decode(await log.read(start, size - start));
  return start > 0 ? log.gapLine(start) + text : text;
}

/** Splits the path of a log into the folder and the name of the file. */
export function directoryOf(logPath: string): { filename: string; directory: string } {
  const at = logPath.lastIndexOf("/");
  return { filename: logPath.slice(at + 1), directory: at < 0 ? "" : logPath.slice(0, at) };
}
