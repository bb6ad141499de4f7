/** Limits of variables. Lengths are in characters unless they say bytes. */
export const variableLimits = {
  name: 255,
  /**
   * `NAME=value` with its terminator, in bytes: the maximum length of an environment string in Linux (MAX_ARG_STRLEN,
   * execve(2)).
   */
  entryBytes: 128 * 1024,
  remarks: 500,
  import: 4 * 1024 * 1024,
} as const;
