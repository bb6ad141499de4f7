export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 };
export const oneFailed: Count = { ...nothing, failed: 1 };

export function addCounts(counts: readonly Count[]): Count {
  return counts.reduce((sum, count) => ({
    passed: sum.passed + count.passed,
    failed: sum.failed + count.failed,
    skipped: sum.skipped + count.skipped,
  }), nothing);
}

/** Formats the last line of a test run. */
export function closingLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
