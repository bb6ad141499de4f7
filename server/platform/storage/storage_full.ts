const codes = ["ENOSPC", "EDQUOT"];

/** Whether something failed because the disk is full. SQLite's driver tells its errors apart by their message only. */
export function isStorageFull(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if ("code" in fault && typeof fault.code === "string" && codes.includes(fault.code)) return true;
  return fault.message.includes("database or disk is full");
}
