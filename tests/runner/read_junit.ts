export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts the tests of a JUnit report, each step as one. Angle brackets inside names and messages are escaped there. */
export function readJunit(report: string): Count {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const [testcase] of report.matchAll(/<testcase\b[^>]*(?:\/>|>[\s\S]*?<\/testcase>)/g)) {
    if (/<(failure|error)\b/.test(testcase)) count.failed++;
    else if (testcase.includes("<skipped")) count.skipped++;
    else count.passed++;
  }
  return count;
}

/** Adds counts up. */
export function addCounts(counts: Count[]): Count {
  return counts.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
  }), { passed: 0, failed: 0, skipped: 0 });
}

/** Writes the line that closes a test run. */
export function closingLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
