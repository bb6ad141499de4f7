import assert from "node:assert/strict";
import { leftOutBytes } from "./log_line.ts";

Deno.test("log line: parses the marker of left-out bytes in both languages", () => {
  assert.equal(
    leftOutBytes("## ... 1,234,567 bytes left out here, because the log is too large ..."),
    1_234_567,
  );
  assert.equal(leftOutBytes("## …… 日志过大，此处省略 98,765 字节 ……"), 98_765);
});

Deno.test("log line: any other line is output", () => {
  assert.equal(leftOutBytes("## Starting... 2027-01-01 10:00:00"), 0);
  assert.equal(leftOutBytes("... 12 bytes ..."), 0);
  assert.equal(leftOutBytes(""), 0);
  assert.equal(leftOutBytes("## ... without a number ..."), 0);
  assert.equal(leftOutBytes("## ... 12 bytes"), 0);
});
