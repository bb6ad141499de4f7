import { roundToBlock, type SparseFiles } from "../../platform/sparse_files.ts";
import { findGap, remainingParts } from "./log_cut.ts";
import type { LogTimes } from "./log_times.ts";
import type { OpenLog } from "./open_log.ts";

/**
 * Frees the middle of a log that has grown too large while others append to it. Returns false when the file system cannot
 * free a part of a file. Throws errors of the file system and of location resolving.
 */
export async function cutGrowingLog(
  log: OpenLog,
  times: LogTimes,
  { size, maxBytes, files }: { size: number; maxBytes: number; files: SparseFiles },
): Promise<boolean> {
  const { gap } = times.head;
  const { first, last } = remainingParts(maxBytes);
  if (size - (gap?.end ?? first) <= last + maxBytes / 8) return true;
  const wider = await log.use((descriptor) => findGap(descriptor, { size, maxBytes, gap }));
  if (!wider || wider === gap) return true;
  // Record the gap before freeing the bytes, so that no reader takes a hole for output. On a full disk it can only be
  // recorded afterwards.
  const isRecorded = await times.setHead({ ...times.head, gap: wider }).then(
    () => true,
    () => false,
  );
  const from = gap ? Math.max(wider.start, roundToBlock(gap.end)) : wider.start;
  const isFreed = await log.use((descriptor) => files.free(descriptor, from, wider.end));
  if (!isRecorded) await times.flush();
  return isFreed;
}
