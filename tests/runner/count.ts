export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Cut off, because nothing ended for a long time. */
  unfinished: number;
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0, unfinished: 0 };
export const oneFailed: Count = { ...nothing, failed: 1 };

export function addCounts(counts: readonly Count[]): Count {
  return counts.reduce((sum, count) => ({
    passed: sum.passed + count.passed,
    failed: sum.failed + count.failed,
    skipped: sum.skipped + count.skipped,
    unfinished: sum.unfinished + count.unfinished,
  }), nothing);
}

/** Formats the last line of a test run. */
export function closingLine({ passed, failed, skipped, unfinished }: Count): string {
  const more = [[skipped, "skipped"], [unfinished, "not finished"]] as const;
  const others = more.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`);
  return `${passed} passed, ${failed} failed${others.join("")}`;
}
