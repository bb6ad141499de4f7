import assert from "node:assert/strict";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { countdownText, countdownWidth, progressOf } from "./countdown.ts";

const messages = newMessages("en", { texts });
const now = Date.UTC(2027, 0, 1);

const rows: [seconds: number, text: string][] = [
  [-5, "Now"],
  [0, "Now"],
  [0.2, "1s"],
  [59.1, "1m"],
  [252, "4m 12s"],
  [3 * 3600 + 60, "3h 1m"],
  [49 * 3600, "2d 1h"],
];

for (const [seconds, text] of rows) {
  Deno.test(`overview countdown: ${seconds} seconds are “${text}”`, () => {
    assert.equal(countdownText(new Date(now + seconds * 1000).toISOString(), now, messages), text);
  });
}

Deno.test("overview progress: stays between 0 and 1, and is full without a usual duration", () => {
  assert.deepEqual(
    [progressOf(-5, 100), progressOf(25, 100), progressOf(300, 100), progressOf(5, 0)],
    [0, 0.25, 1, 1],
  );
});

Deno.test("countdown: its width depends on the units, not on how many digits a number has", () => {
  assert.equal(countdownWidth("19 分钟 47 秒"), countdownWidth("9 分钟 7 秒"));
  assert.ok(countdownWidth("22 小时 13 分钟") > countdownWidth("19 分钟 47 秒"));
  assert.ok(countdownWidth("459 天 22 小时") > countdownWidth("45 天 22 小时"));
  // Measured in Chromium: 207 pixels at a size of 28.
  assert.ok(Math.abs(countdownWidth("22 小时 13 分钟") - 207 / 28) < 0.3);
});
