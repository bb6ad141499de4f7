import assert from "node:assert/strict";
import { notificationMessages } from "../notification_messages.ts";

const durations: [ms: number, english: string, chinese: string][] = [
  [0, "0 ms", "0 毫秒"],
  [126, "126 ms", "126 毫秒"],
  [1_000, "1 s", "1 秒"],
  [12_340, "12.3 s", "12.3 秒"],
  [252_000, "4 min 12 s", "4 分 12 秒"],
  [3_600_000, "1 h", "1 小时"],
  [90_061_000, "1 d 1 h", "1 天 1 小时"],
];
for (const [ms, english, chinese] of durations) {
  Deno.test(`messages: a duration of ${ms} ms is written as on the page`, () => {
    const { en, zh } = notificationMessages;
    assert.deepEqual([en.duration(ms), zh.duration(ms)], [english, chinese]);
  });
}
