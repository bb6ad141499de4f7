/** Of the operating system, and of PostgreSQL: on the disk of its server. */
const codes = ["ENOSPC", "EDQUOT", "53100"];

/** Waits for an action and ignores its failure when the disk is full. */
export async function unlessFull(action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

/** Returns whether an error was caused by a full disk. SQLite's driver distinguishes its errors only by message. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && codes.includes(error.code)) return true;
  return error.message.includes("database or disk is full");
}
