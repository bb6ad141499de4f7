/** Limits of files. */
export const fileLimits = {
  /** Maximum size of a file that the editor opens (bytes). */
  textBytes: 32 * 1024 * 1024,
  /** Maximum length of a text that is checked for errors, in characters. */
  checkedText: 256 * 1024,
} as const;
