// Checks whether a panel starts with an unpacked state, before that state replaces the current one. Uses a copy of its database
// in a separate folder and has no effects outside of it.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readyDatabase } from "../features/backups/ready_database.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { KEY_FILE } from "../platform/seal.ts";
import { SystemLogFiles } from "../platform/system_log/system_log_files.ts";
import { isoTime } from "../platform/iso_time.ts";
import { messageOf } from "../platform/error_message.ts";
import { openServices } from "../services.ts";
import { writeLine } from "./clean_output.ts";

/**
 * Starts a panel on a copy of the database in `staged` and stops it. `trial` is the folder for the copy, which the caller
 * removes; `root` is the data folder whose key is used when `staged` has none. Returns the exit code: 0 starts, 1 does not.
 */
export async function tryStart([staged, trial, root]: string[]): Promise<number> {
  if (staged === undefined || trial === undefined || root === undefined) return 2;
  try {
    layOut(staged, trial, root);
    await startOnce(trial);
    return 0;
  } catch (error) {
    writeLine(Deno.stderr, messageOf(error));
    return 1;
  }
}

function layOut(staged: string, trial: string, root: string): void {
  mkdirSync(trial, { mode: 0o700 });
  const path = join(trial, DATABASE_FILE);
  copyFileSync(join(staged, DATABASE_FILE), path);
  const key = [staged, root].map((folder) => join(folder, KEY_FILE)).find((file) => existsSync(file));
  if (key !== undefined) copyFileSync(key, join(trial, KEY_FILE));
  const now = systemClock.now();
  // As the start after the restore will find it, without the rows that would be carried over.
  const restored = { from: isoTime(now), parts: [] };
  readyDatabase({ path, present: join(trial, "none"), now, restored });
}

async function startOnce(trial: string): Promise<void> {
  const clock = systemClock;
  const systemLog = new SystemLogFiles({ clock });
  const logger = createLogger({ level: "error", format: "text", clock, write: () => {} });
  const config = readConfig(new Map([["--data-dir", trial], ["--port", "0"]]), {});
  const services = await openServices(config, { clock, logger, systemLog, restart: null, isTrial: true });
  try {
    await services.confirm();
  } finally {
    await services.closeStreams();
    await services.close();
    await systemLog.close();
  }
}
