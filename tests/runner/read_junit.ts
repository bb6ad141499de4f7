import { type Count, nothing } from "./count.ts";

/**
 * Counts the tests of a JUnit report; each step counts as one. Angle brackets inside names and messages are escaped
 * there.
 */
export function readJunit(report: string): Count {
  const count = { ...nothing };
  for (const [testcase] of report.matchAll(/<testcase\b[^>]*(?:\/>|>[\s\S]*?<\/testcase>)/g)) {
    if (/<(failure|error)\b/.test(testcase)) count.failed++;
    else if (testcase.includes("<skipped")) count.skipped++;
    else count.passed++;
  }
  return count;
}
