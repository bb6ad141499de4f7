import assert from "node:assert/strict";
import { createFormat } from "./format.ts";

const en = createFormat("en");
const zh = createFormat("zh-CN");

const durations: [number, string, string][] = [
  [0, "0ms", "0 毫秒"],
  [999, "999ms", "999 毫秒"],
  [1000, "1s", "1 秒"],
  [12_345, "12.3s", "12.3 秒"],
  [59_999, "59.9s", "59.9 秒"],
  [60_000, "1m", "1 分钟"],
  [252_400, "4m 12s", "4 分钟 12 秒"],
  [3_600_000, "1h", "1 小时"],
  [3_605_000, "1h", "1 小时"],
  [90_061_000, "1d 1h", "1 天 1 小时"],
  [-1500, "-1.5s", "-1.5 秒"],
];

for (const [ms, english, chinese] of durations) {
  Deno.test(`format: formats a duration of ${ms} ms`, () => {
    assert.deepEqual([en.duration(ms), zh.duration(ms)], [english, chinese]);
  });
}

Deno.test("format: relative times choose the largest unit that fits", () => {
  const now = Date.UTC(2026, 0, 15);
  const distances = [0, -5000, -59_999, -60_000, 7_200_000, 115_200_000, -172_800_000];
  assert.deepEqual(distances.map((distance) => en.relative(now + distance, now)), [
    "now",
    "5s ago",
    "59s ago",
    "1m ago",
    "in 2h",
    "in 1d",
    "2d ago",
  ]);
  assert.equal(zh.relative(now - 5000, now), "5 秒前");
});

Deno.test("format: a time is formatted in the requested zone", () => {
  const at = "2026-03-01T23:30:05.000Z";
  assert.equal(en.dateTime(at, "Asia/Shanghai"), "03/02/2026, 07:30:05");
  assert.equal(zh.dateTime(at, "Asia/Shanghai"), "2026/03/02 07:30:05");
  assert.equal(en.time(at, "UTC"), "23:30:05");
});

Deno.test("format: a weekday is separated from the date", () => {
  const at = "2026-03-01T23:30:05.000Z";
  assert.equal(en.dayAndTime(at, "Asia/Shanghai"), "Mon, 03/02/2026, 07:30:05");
  assert.equal(zh.dayAndTime(at, "Asia/Shanghai"), "2026/03/02 周一 07:30:05");
});

Deno.test("format: midnight is hour 00", () => {
  assert.equal(en.time("2026-03-01T00:00:00.000Z", "UTC"), "00:00:00");
});

Deno.test("format: sizes get a suitable unit", () => {
  assert.deepEqual([0, 999, 1500, 2_340_000, 5e9].map((count) => en.bytes(count)), [
    "0 B",
    "999 B",
    "1.5 kB",
    "2.3 MB",
    "5 GB",
  ]);
});

Deno.test("format: a time of the same day has no date", () => {
  const now = new Date(2026, 2, 1, 8, 0);
  const times = [new Date(2026, 2, 1, 17, 5), new Date(2026, 2, 2, 0, 5)];
  assert.deepEqual(times.map((at) => en.shortTime(at, now.getTime())), ["17:05", "Mar 2, 00:05"]);
  assert.equal(zh.shortTime(new Date(2026, 2, 2, 0, 5), now.getTime()), "3月2日 00:05");
  assert.deepEqual([en, zh].map(({ day }) => day(new Date(2026, 2, 2))), ["Mar 2", "3月2日"]);
});

Deno.test("format: creates no formatter for a duration or size whose unit it has formatted before", () => {
  const { NumberFormat } = Intl;
  const format = (n: number) => [en.duration(n), en.duration(n * 100_000), en.bytes(n * 5_000)];
  format(1);
  let created = 0;
  Intl.NumberFormat = new Proxy(NumberFormat, {
    construct(target, args) {
      created++;
      return Reflect.construct(target, args);
    },
  });
  try {
    for (let n = 1; n < 9; n++) format(n);
  } finally {
    Intl.NumberFormat = NumberFormat;
  }
  assert.equal(created, 0);
});
