const codes = ["ENOSPC", "EDQUOT"];

/** Waits for something that is not worth failing for when the disk is full. */
export async function unlessFull(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (fault) {
    if (!isStorageFull(fault)) throw fault;
  }
}

/** Whether something failed because the disk is full. SQLite's driver tells its errors apart by their message only. */
export function isStorageFull(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if ("code" in fault && typeof fault.code === "string" && codes.includes(fault.code)) return true;
  return fault.message.includes("database or disk is full");
}
