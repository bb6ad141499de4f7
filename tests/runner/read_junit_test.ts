import assert from "node:assert/strict";
import { addCounts, closingLine, nothing, oneFailed, withRepetition } from "./count.ts";
import { readJunit } from "./read_junit.ts";

const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="6" failures="2" errors="0" time="0.075">
    <testsuite name="./a_test.ts" tests="6" disabled="2" errors="0" failures="2">
        <testcase name="a" classname="./a_test.ts" time="0.002" line="1" col="6">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="a &gt; says &lt;skipped/&gt; &lt;failure" classname="./a_test.ts" time="0.000">
        </testcase>
        <testcase name="a &gt; s2" classname="./a_test.ts" time="0.001" line="1" col="78">
            <failure message="Uncaught Error: &lt;/testcase&gt;">Error</failure>
        </testcase>
        <testcase name="b" classname="./a_test.ts" time="0.000" line="2" col="11">
            <skipped/>
        </testcase>
        <testcase name="c" classname="./a_test.ts" time="0.000"/>
    </testsuite>
</testsuites>`;

Deno.test("junit report: distinguishes passed, failed and skipped tests and steps", () => {
  assert.deepEqual(readJunit(report), { passed: 2, failed: 2, skipped: 1, unfinished: 0, unstable: 0 });
  assert.deepEqual(readJunit("<testsuites/>"), {
    passed: 0,
    failed: 0,
    skipped: 0,
    unfinished: 0,
    unstable: 0,
  });
});

Deno.test("junit report: the closing line mentions skipped tests only when there are some", () => {
  const one = { passed: 3, failed: 0, skipped: 0, unfinished: 0, unstable: 0 };
  assert.equal(closingLine(one), "3 passed, 0 failed");
  assert.equal(closingLine(addCounts([one, readJunit(report)])), "5 passed, 2 failed, 1 skipped");
});

Deno.test("count: a file that passes alone is unstable, one that fails again has failed", () => {
  const first = { ...nothing, passed: 7, failed: 2 };
  const second = { ...nothing, passed: 9 };
  assert.equal(closingLine(withRepetition(first, second)), "9 passed, 0 failed, 2 unstable");
  assert.equal(closingLine(withRepetition(first, oneFailed)), "7 passed, 2 failed");
  assert.equal(closingLine(withRepetition(first, undefined)), "7 passed, 2 failed");
});
