import assert from "node:assert/strict";
import {
  countHeaderLines,
  type EndState,
  formatLogFooter,
  formatLogHeader,
  LOG_END_MARK,
  readLogFooter,
  readLogHeader,
} from "./log_messages.ts";

const time = "2026-01-02 03:04:05";

for (const language of ["en", "zh"] as const) {
  Deno.test(`log messages: the first and last line can be read back, in ${language}`, () => {
    assert.equal(readLogHeader(formatLogHeader(time, language)), time);
    const states: EndState[] = ["succeeded", "failed", "timed_out", "stopped", "interrupted"];
    for (const state of states) {
      for (const exitCode of [null, 137]) {
        const footer = { state, exitCode, time, seconds: 61 };
        assert.deepEqual(readLogFooter(formatLogFooter(footer, language)), footer);
      }
    }
  });
}

Deno.test("log messages: those of older versions can be read", () => {
  assert.equal(readLogHeader(`## Start executing... ${time}`), time);
  for (const text of [`Execution finished... ${time}  elapsed 3 seconds`, `执行结束... ${time}  耗时 3 秒`]) {
    const footer = { state: null, exitCode: null, time, seconds: 3 };
    assert.deepEqual(readLogFooter(`## ${text}${LOG_END_MARK}`), footer);
  }
});

const others = [
  "",
  "## Starting...",
  `# Starting... ${time}`,
  `## Starting... ${time} again`,
  ` ## Starting... ${time}`,
  `## Completed ✅... ${time}  took 1 seconds`,
  `## Done... ${time}  took 1 seconds${LOG_END_MARK}`,
  `echo ## Completed ✅... ${time}  took 1 seconds${LOG_END_MARK}`,
  `## Completed ✅... ${time}  took many seconds${LOG_END_MARK}`,
];
Deno.test("log messages: any other line is output", () => {
  for (const line of others) assert.deepEqual([readLogHeader(line), readLogFooter(line)], [null, null], line);
});

Deno.test("log messages: the header is counted with the empty line below it", () => {
  const header = formatLogHeader("2026-01-02 03:04:05", "en");
  assert.equal(countHeaderLines(header, ""), 2);
  assert.equal(countHeaderLines(header, "output"), 1);
  assert.equal(countHeaderLines(header, undefined), 1);
  assert.equal(countHeaderLines("output", ""), 0);
  assert.equal(countHeaderLines(undefined, undefined), 0);
});
