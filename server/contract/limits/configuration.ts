/** Limits of a folder that describes the panel. */
export const configurationLimits = {
  files: 5_000,
  /** Of one file, in bytes. Fits the text of an iCalendar file, as others of the panel's texts. */
  fileBytes: 2 * 1024 * 1024,
  /** Of all files, in bytes. */
  totalBytes: 10 * 1024 * 1024,
  /** How often aliases may repeat parts of a file. */
  aliases: 100,
  /** How deep lists and objects of a file lie within each other. */
  depth: 30,
  /** Of the name of a file without its ending. */
  key: 100,
  /** Errors of one folder that are listed. */
  issues: 100,
} as const;
