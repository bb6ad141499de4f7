/** Limits of settings. Lengths are in characters. */
export const settingLimits = {
  title: 60,
  concurrency: 1000,
  taskTimeLimitMs: 366 * 24 * 3_600_000,
  logRetentionDays: 3650,
  logKeepRuns: 100_000,
  /** Of a log or an upload, in bytes. */
  sizeBytes: 2 ** 40,
  webAddress: 500,
  proxy: 500,
  privateKey: 20_000,
  passphrase: 1000,
} as const;
