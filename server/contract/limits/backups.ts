export const backupLimits = {
  everyDays: 90,
  /** Number of automatic backups to retain. */
  keep: 365,
  shortestPassphrase: 8,
} as const;

/**
 * Returns whether a backup failed. One that was interrupted because the panel stopped did not: an automatic one
 * is made again after the start, and a crash is reported by itself.
 */
export function hasBackupFailed(
  { state, error }: { state: string; error: { code: string } | null },
): boolean {
  return state === "failed" && error?.code !== "backup_interrupted";
}
