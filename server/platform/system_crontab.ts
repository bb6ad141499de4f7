// The crontab of the user the panel runs as, in the system's own cron.
import { execFile } from "node:child_process";

export type SystemCrontab =
  | { found: "crontab"; text: string }
  | { found: "no_crontab" | "no_program" }
  | { found: "unreadable"; reason: string };

const PATIENCE_MS = 5_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Runs `crontab -l`, or another program with the same interface; times out after 5 s. */
export function readSystemCrontab(program = "crontab"): Promise<SystemCrontab> {
  const options = {
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
    maxBuffer: MAX_BYTES,
    // The message that there is no crontab is only known in English.
    env: { ...Deno.env.toObject(), LC_ALL: "C" },
  } as const;
  return new Promise((resolve) => {
    execFile(program, ["-l"], options, (error, text, output) => {
      if (error === null) return resolve({ found: "crontab", text });
      if (error.code === "ENOENT") return resolve({ found: "no_program" });
      // The first is the message of most implementations, the second that of BusyBox.
      if (/no crontab|can't open/i.test(output)) return resolve({ found: "no_crontab" });
      resolve({ found: "unreadable", reason: output.trim().slice(0, 500) || error.message });
    });
  });
}
