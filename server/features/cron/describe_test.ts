import assert from "node:assert/strict";
import { parseCron } from "../../contract/cron/expression.ts";
import { describeCron } from "./describe.ts";

const rows: [rule: string, en: string, zh: string][] = [
  ["* * * * *", "Every minute", "每分钟"],
  ["*/5 * * * *", "Every 5 minutes", "每 5 分钟"],
  ["*/10 * * * * *", "Every 10 seconds", "每 10 秒"],
  [
    "5/10 * * * *",
    "Every 10 minutes, starting at 5 minutes past the hour",
    "每 10 分钟，从第 5 分钟开始",
  ],
  ["5 * * * *", "At 5 minutes past the hour", "每小时的第 5 分钟"],
  ["0,15,30 * * * *", "At 0, 15 and 30 minutes past the hour", "每小时的第 0、15 和 30 分钟"],
  ["0 */4 * * *", "On the hour, every 4 hours", "每 4 小时的整点"],
  ["29 */6 * * *", "At 00:29, 06:29, 12:29 and 18:29, every day", "每天 00:29、06:29、12:29 和 18:29"],
  ["29 */2 * * *", "At 29 minutes past the hour, every 2 hours", "每 2 小时的第 29 分钟"],
  ["0 0 8,12,18 * * 1-5", "At 08:00, 12:00 and 18:00, Mon–Fri", "周一至周五 08:00、12:00 和 18:00"],
  [
    "5 6,7,8,9,10,11,12 * * *",
    "At 5 minutes past the hour, 06:00–12:59",
    "每小时的第 5 分钟，06:00–12:59",
  ],
  ["0 6,7,8,9 * * 1,2,3,4,5", "Every hour, 06:00–09:00, Mon–Fri", "每小时，06:00–09:00，周一至周五"],
  ["0 0,2,4,7 * * *", "At 00:00, 02:00, 04:00 and 07:00, every day", "每天 00:00、02:00、04:00 和 07:00"],
  ["30 14 * * *", "At 14:30, every day", "每天 14:30"],
  ["30 2,14 * * *", "At 02:30 and 14:30, every day", "每天 02:30 和 14:30"],
  ["30 15 10 * * *", "At 10:15:30, every day", "每天 10:15:30"],
  ["30 8 * * MON-FRI", "At 08:30, Mon–Fri", "周一至周五 08:30"],
  ["0 9 * * TUE-SAT", "At 09:00, Tue–Sat", "周二至周六 09:00"],
  ["30 2 * * 6,0", "At 02:30, only on Saturday and Sunday", "周六和周日 02:30"],
  ["@weekends", "At 00:00, only on Saturday and Sunday", "周六和周日 00:00"],
  ["0 9 * * 0,3", "At 09:00, only on Wednesday and Sunday", "周三和周日 09:00"],
  ["0 9 * * 0,3,4,5,6", "At 09:00, Wed–Sun", "周三至周日 09:00"],
  ["0 9 * * SUN-TUE", "At 09:00, Sun–Tue", "周日至周二 09:00"],
  ["@daily", "At 00:00, every day", "每天 00:00"],
  ["@hourly", "Every hour", "每小时"],
  ["@yearly", "At 00:00, on day 1 of the month, only in January", "一月 1 号 00:00"],
  ["0 9 L * *", "At 09:00, on the last day of the month", "每月最后一天 09:00"],
  ["0 9 L 2 *", "At 09:00, on the last day of the month, only in February", "二月的最后一天 09:00"],
  ["0 9 L,15 * *", "At 09:00, on day 15 and the last day of the month", "每月 15 号和最后一天 09:00"],
  [
    "0 9 15W * *",
    "At 09:00, on the weekday nearest day 15 of the month",
    "每月最接近 15 号的工作日 09:00",
  ],
  ["0 9 * * FRI#L", "At 09:00, on the last Friday of the month", "每月最后一个周五 09:00"],
  ["0 9 * * 1#2", "At 09:00, on the second Monday of the month", "每月第二个周一 09:00"],
  ["0 9 13 * FRI", "At 09:00, on day 13 of the month, or on Friday", "每月 13 号或周五 09:00"],
  ["0 9 13 * +FRI", "At 09:00, on day 13 of the month, only on Friday", "每月 13 号且为周五 09:00"],
  [
    "15 10 1,15 3,6,9 *",
    "At 10:15, on days 1 and 15 of the month, only in March, June and September",
    "三月、六月和九月 1 号和 15 号 10:15",
  ],
  [
    "*/10 8-18 * * 1-5",
    "Every 10 minutes, 08:00–18:59, Mon–Fri",
    "每 10 分钟，08:00–18:59，周一至周五",
  ],
  [
    "0 9 15W,20W * *",
    "At 09:00, on the weekdays nearest days 15 and 20 of the month",
    "每月最接近 15 号和 20 号的工作日 09:00",
  ],
  // Steps begin anew in each round, so these are no intervals.
  ["*/45 * * * *", "At 0 and 45 minutes past the hour", "每小时的第 0 和 45 分钟"],
  ["*/35 * * * *", "At 0 and 35 minutes past the hour", "每小时的第 0 和 35 分钟"],
  [
    "0 */5 * * *",
    "At 00:00, 05:00, 10:00, 15:00 and 20:00, every day",
    "每天 00:00、05:00、10:00、15:00 和 20:00",
  ],
  [
    "0 0 */3 * *",
    "At 00:00, on every 3rd day from day 1 of the month",
    "每月从 1 号起每 3 天 00:00",
  ],
  // Both day fields: together where one begins with an asterisk, otherwise either.
  [
    "0 0 1-7 * */7",
    "At 00:00, on days 1–7 of the month, only on Sunday",
    "每月 1–7 号且为周日 00:00",
  ],
  [
    "0 0 */2 * 1",
    "At 00:00, on every 2nd day from day 1 of the month, only on Monday",
    "每月从 1 号起每 2 天且为周一 00:00",
  ],
  [
    "0 0 1-31/2 * 1-5",
    "At 00:00, on every 2nd day from day 1 of the month, or Mon–Fri",
    "每月从 1 号起每 2 天或周一至周五 00:00",
  ],
  ["0 0 15 * *,1", "At 00:00, on day 15 of the month", "每月 15 号 00:00"],
  ["0 0 15 * 1,*", "At 00:00, every day", "每天 00:00"],
  ["0 0 * * 0-7", "At 00:00, every day", "每天 00:00"],
  ["0 0 * * FRI,SAT,SUN,MON", "At 00:00, Fri–Mon", "周五至周一 00:00"],
  ["0 9 * 3 *", "At 09:00, every day, only in March", "三月每天 09:00"],
  ["*/20 * 8 * * *", "Every 20 seconds, in hour 8", "每 20 秒，8 点"],
  [
    "*/10 0,5,10 * * 1",
    "Every 10 minutes, in hours 0, 5 and 10, only on Monday",
    "每 10 分钟，0、5 和 10 点，周一",
  ],
  ["0 9 LW * *", "At 09:00, on the last weekday of the month", "每月最后一个工作日 09:00"],
  ["@every 5m", "Every 5 minutes", "每 5 分钟"],
  ["@every 1h", "Every hour", "每小时"],
  ["@every 1h30m", "Every 1 hour, 30 minutes", "每 1 小时 30 分钟"],
  ["0 9 L-3 * *", "At 09:00, on the 4th to last day of the month", "每月倒数第 4 天 09:00"],
  [
    "0 0 3 1 1 * 2027",
    "At 03:00, on day 1 of the month, only in January, only in 2027",
    "2027 年一月 1 号 03:00",
  ],
  ["0 0 3 * * * 2027-2030", "At 03:00, every day, only in 2027–2030", "2027–2030 年每天 03:00"],
  [
    "@every 90m from 08:00",
    "Every 1 hour, 30 minutes, from 08:00 each day",
    "每天从 08:00 起每 1 小时 30 分钟",
  ],
  ["@once 2026-12-24 03:00", "Once, on 24 December 2026 at 03:00", "仅一次，2026年12月24日 03:00"],
  ["@after 30m", "30 minutes after the last run has ended", "上次运行结束 30 分钟后"],
  ["@workday 1 09:00", "At 09:00, on the 1st working day of the month", "每月第 1 个工作日 09:00"],
  ["@workday last 18:00", "At 18:00, on the last working day of the month", "每月最后一个工作日 18:00"],
  [
    "@workday -2 18:00",
    "At 18:00, on the 2nd to last working day of the month",
    "每月倒数第 2 个工作日 18:00",
  ],
];

Deno.test("describe: describes a rule in both languages", async (t) => {
  for (const [source, en, zh] of rows) {
    await t.step(source, async () => {
      const rule = parseCron(source);
      assert.deepEqual([describeCron(rule, "en"), await describeCron(rule, "zh")], [en, zh]);
    });
  }
});
