import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { archiveError } from "../../platform/archive/archive_error.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Disk } from "../../platform/disk.ts";
import { runToEnd } from "../../platform/process/run_to_end.ts";
import { trialHost } from "../../platform/script_host.ts";

const TIME_LIMIT_MS = 10 * 60_000;
const MAX_REASON = 300;

export interface Staged {
  /** The data folder. */
  root: string;
  /** What was unpacked. */
  folder: string;
  disk: Disk;
}

/**
 * Starts a panel on a copy of what was unpacked into `folder`, in a process of its own that acts on nothing else. Throws
 * `archive_refused` when it does not start, and `storage_full` where there is no room for the copy.
 */
export async function tryStaged({ root, folder, disk }: Staged): Promise<void> {
  const [program = "", ...args] = trialHost();
  const trial = join(folder, "trial");
  try {
    const { isFine, complaint } = await runToEnd({
      ...{ program, args: [...args, folder, trial, root], limitMs: TIME_LIMIT_MS, clock: systemClock },
    });
    if (isFine) return;
    if (/disk is full|no space left/i.test(complaint)) throw new AppError("storage_full");
    throw archiveError("does_not_start", { reason: reasonIn(complaint) });
  } finally {
    await disk.remove(trial);
  }
}

// Some of it was written by whoever made the archive: no sign in it may do anything but be read.
function reasonIn(complaint: string): string {
  const output = complaint.trim().replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ");
  return output.length > MAX_REASON ? `${output.slice(0, MAX_REASON)}…` : output || "?";
}
