/** Of the operating system, and of PostgreSQL: on the disk of its server. */
const codes = ["ENOSPC", "EDQUOT", "53100"];

/** Of a disk that is read-only or reports errors. */
const failingCodes = ["EROFS", "EIO"];
/** SQLite's words for them. */
const failingMessages = ["disk I/O error", "attempt to write a readonly database"];

/** Waits for an action and ignores its failure when the disk cannot be written. */
export async function unlessUnwritable(action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** Returns whether an error was caused by a disk that is full, read-only or failing. */
export function isUnwritable(error: unknown): boolean {
  return isStorageFull(error) || isStorageFailing(error);
}

/** Returns whether an error was caused by a disk that is read-only or reports errors. */
export function isStorageFailing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && failingCodes.includes(error.code)) return true;
  return failingMessages.some((message) => error.message.includes(message));
}

/** Of PostgreSQL, for a statement it gave up: two waited for each other, or a lock was waited for too long. */
const lockedCodes = ["40P01", "55P03"];
/** Of SQLite's driver, and of the pool of connections while all of them are in use. */
const lockedMessages = ["database is locked", "timeout exceeded when trying to connect"];

/** Returns whether a statement was given up because others used the database for too long. */
export function isDatabaseLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && lockedCodes.includes(error.code)) return true;
  return lockedMessages.some((message) => error.message.includes(message));
}

/** Returns whether an error was caused by a full disk. SQLite's driver distinguishes its errors only by message. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && codes.includes(error.code)) return true;
  return error.message.includes("database or disk is full");
}
