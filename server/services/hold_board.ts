import { isRestoreStarting } from "../features/backups/apply_restore.ts";
import type { ProgressLine } from "../platform/progress_board.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Long operations that this start has to finish; null where there is none. */
export interface HoldBoard {
  restore: ProgressLine | null;
  update: ProgressLine | null;
}

/**
 * Reserves the progress board for the restore or the update that this start belongs to. The panel answers before it is known
 * whether it stays. Until then, no other operation may begin whose result a rollback would discard, and success must not be
 * reported.
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
