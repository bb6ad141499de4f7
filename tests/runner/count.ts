export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Cut off, because nothing ended for a long time. */
  unfinished: number;
  /** Failed beside other files, and passed alone. Counted among the passed ones, too. */
  unstable: number;
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0, unfinished: 0, unstable: 0 };
export const oneFailed: Count = { ...nothing, failed: 1 };

export function addCounts(counts: readonly Count[]): Count {
  return counts.reduce((sum, count) => ({
    passed: sum.passed + count.passed,
    failed: sum.failed + count.failed,
    skipped: sum.skipped + count.skipped,
    unfinished: sum.unfinished + count.unfinished,
    unstable: sum.unstable + count.unstable,
  }), nothing);
}

/** Returns what counts of a file that was run again after a failure: that it passed does not hide that it is unstable. */
export function withRepetition(first: Count, second: Count | undefined): Count {
  if (second === undefined || second.failed + second.unfinished > 0) return first;
  return { ...second, unstable: first.failed };
}

/** Formats the last line of a test run. */
export function closingLine({ passed, failed, skipped, unfinished, unstable }: Count): string {
  const more = [[skipped, "skipped"], [unfinished, "not finished"], [unstable, "unstable"]] as const;
  const others = more.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`);
  return `${passed} passed, ${failed} failed${others.join("")}`;
}
