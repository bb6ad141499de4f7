/** Limits of backups. */
export const backupLimits = {
  everyDays: 90,
  /** Automatic backups that are kept. */
  keep: 365,
  shortestPassphrase: 8,
} as const;
