/** Limits of files. */
export const fileLimits = {
  /** Largest file that the editor opens, in bytes. */
  textBytes: 32 * 1024 * 1024,
  /** Longest text that is checked for errors, in characters. */
  checkedText: 256 * 1024,
} as const;
