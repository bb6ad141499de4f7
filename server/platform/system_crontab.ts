// What the user the panel runs as has given to the machine's own cron.
import { execFile } from "node:child_process";

export type SystemCrontab =
  | { found: "crontab"; text: string }
  | { found: "no_crontab" | "no_program" }
  | { found: "unreadable"; reason: string };

const PATIENCE_MS = 5_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Asks `crontab -l`, or another program with the same manners; gives up after 5 s. */
export function readSystemCrontab(program = "crontab"): Promise<SystemCrontab> {
  const options = {
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
    maxBuffer: MAX_BYTES,
    // Its one answer that matters, that there is none, is known in English only.
    env: { ...Deno.env.toObject(), LC_ALL: "C" },
  } as const;
  return new Promise((resolve) => {
    execFile(program, ["-l"], options, (error, text, output) => {
      if (error === null) return resolve({ found: "crontab", text });
      if (error.code === "ENOENT") return resolve({ found: "no_program" });
      // The first as most say it, the second as busybox does.
      if (/no crontab|can't open/i.test(output)) return resolve({ found: "no_crontab" });
      resolve({ found: "unreadable", reason: output.trim().slice(0, 500) || error.message });
    });
  });
}
