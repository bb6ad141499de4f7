const codes = ["ENOSPC", "EDQUOT"];

/** Waits for something that is not worth failing for when the disk is full. */
export async function unlessFull(action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

/** Whether something failed because the disk is full. SQLite's driver tells its errors apart by their message only. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && codes.includes(error.code)) return true;
  return error.message.includes("database or disk is full");
}
