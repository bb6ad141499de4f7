// What is seen of a file that starts tasks.

/** No file is there. */
export const ABSENT = "absent";

/** What is seen at the path of a file. */
export interface SeenFile {
  /** Of the file, or `ABSENT`. */
  version: string;
  /** Mount point of its folder; null where that cannot be told. */
  mount: string | null;
  /** Whether not even its folder is there, or it is a link to nothing. */
  isCutOff: boolean;
}

/**
 * Returns whether a file cannot be told to be deleted, because the drive or share that it was seen on, or its folder, is gone: it may
 * come back as it was.
 */
export function isOutOfReach(now: SeenFile, before: Pick<SeenFile, "version" | "mount">): boolean {
  if (now.version !== ABSENT || before.version === ABSENT) return false;
  return now.isCutOff || (before.mount !== null && now.mount !== null && now.mount !== before.mount);
}
