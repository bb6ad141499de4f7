/** Limits of a folder that describes the panel. */
export const configurationLimits = {
  files: 5_000,
  /** Of one file, in bytes. Fits the text of an iCalendar file, as others of the panel's texts. */
  fileBytes: 2 * 1024 * 1024,
  /** Of all files, in bytes. */
  totalBytes: 10 * 1024 * 1024,
  /** Aliases in a file, and how many parts of it they may repeat. */
  aliases: 100,
  /** How long all files are read, in ms. */
  readMs: 20_000,
  /** Of the ways to all fields of a file together, in characters: each names the keys above it. */
  wayCharacters: 4 * 1024 * 1024,
  /** How deep lists and objects of a file lie within each other. */
  depth: 30,
  /** Of the name of a file without its ending. */
  key: 100,
  /** Errors of one folder that are listed. */
  issues: 100,
} as const;
