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
  /** Folder with the unpacked files. */
  folder: string;
  disk: Disk;
}

/**
 * Starts a panel on a copy of the files unpacked to `folder`, in an isolated process. Throws
 * `archive_refused` if it does not start, and `storage_full` if there is no space for the copy.
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

// Part of it comes from the author of the archive, so control characters are removed.
function reasonIn(complaint: string): string {
  const output = complaint.trim().replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ");
  return output.length > MAX_REASON ? `${output.slice(0, MAX_REASON)}…` : output || "?";
}
