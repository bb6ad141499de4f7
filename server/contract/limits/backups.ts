/** Limits of backups. */
export const backupLimits = {
  everyDays: 90,
  /** Number of automatic backups to retain. */
  keep: 365,
  shortestPassphrase: 8,
} as const;
