import type { MessageKey } from "../../messages/messages.ts";

/** Ready-made rules, from the most to the least frequent. */
export const cronPresets: readonly { rule: string; word: MessageKey }[] = [
  { rule: "*/30 * * * * *", word: "task.presetHalfMinute" },
  { rule: "* * * * *", word: "task.presetMinute" },
  { rule: "*/5 * * * *", word: "task.presetFiveMinutes" },
  { rule: "0 * * * *", word: "task.presetHour" },
  { rule: "0 */6 * * *", word: "task.presetSixHours" },
  { rule: "0 0 * * *", word: "task.presetMidnight" },
  { rule: "0 9 * * 1-5", word: "task.presetWorkdays" },
  { rule: "0 3 * * 0", word: "task.presetSunday" },
  { rule: "0 0 1 * *", word: "task.presetMonth" },
  { rule: "0 0 L * *", word: "task.presetMonthEnd" },
];
