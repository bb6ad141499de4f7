export const fileLimits = {
  /** Maximum size of a file that the editor opens (bytes). */
  textBytes: 32 * 1024 * 1024,
  /** Maximum length of a text that is checked for errors, in characters. */
  checkedText: 256 * 1024,
  /** Maximum number of files in an archive that is unpacked. */
  unpackedFiles: 10_000,
  /** Maximum total size of the files in an archive that is unpacked (bytes). */
  unpackedBytes: 1024 ** 3,
} as const;
