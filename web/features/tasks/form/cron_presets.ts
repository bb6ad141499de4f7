import type { WordKey } from "../../../words/messages.ts";

/** Ready-made rules, from the most to the least frequent. */
export const cronPresets: readonly { rule: string; word: WordKey }[] = [
  { rule: "*/30 * * * * *", word: "tasks.presetHalfMinute" },
  { rule: "* * * * *", word: "tasks.presetMinute" },
  { rule: "*/5 * * * *", word: "tasks.presetFiveMinutes" },
  { rule: "0 * * * *", word: "tasks.presetHour" },
  { rule: "0 */6 * * *", word: "tasks.presetSixHours" },
  { rule: "0 0 * * *", word: "tasks.presetMidnight" },
  { rule: "0 9 * * 1-5", word: "tasks.presetWorkdays" },
  { rule: "0 3 * * 0", word: "tasks.presetSunday" },
  { rule: "0 0 1 * *", word: "tasks.presetMonth" },
  { rule: "0 0 L * *", word: "tasks.presetMonthEnd" },
];
