import { isRestoreStarting } from "../features/backups/apply_restore.ts";
import type { ProgressLine } from "../platform/progress_board.ts";
import type { Foundation } from "./foundation_shape.ts";

/** What of long work this start has to end; null for what it has not. */
export interface HoldBoard {
  restore: ProgressLine | null;
  update: ProgressLine | null;
}

/**
 * Keeps the board for the restore or the update that this start belongs to. The panel answers before it is known whether it stays:
 * until then nothing else may begin that would find everything put back, and nobody be told that all is done.
 */
export async function holdBoard(
  { board, folder, update }: Pick<Foundation, "board" | "folder" | "update">,
): Promise<HoldBoard> {
  const isRestoring = await isRestoreStarting(folder.root);
  const isUpdating = !isRestoring && update.kind !== "none";
  return {
    restore: isRestoring ? board.begin("restore", "restarting") : null,
    update: isUpdating ? board.begin("update", "restarting") : null,
  };
}
