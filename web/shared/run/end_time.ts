/**
 * Returns when an ended run ended (ISO 8601): beside an outcome, "14m ago" reads as the time of the outcome. The start if
 * its duration is unknown; null if it never started.
 */
export function endTime(
  { startedAt, durationMs }: { startedAt: string | null; durationMs: number | null },
): string | null {
  if (startedAt === null || durationMs === null) return startedAt;
  return new Date(Date.parse(startedAt) + durationMs).toISOString();
}
