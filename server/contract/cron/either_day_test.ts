import assert from "node:assert/strict";
import { keepEitherDay } from "./either_day.ts";
import { parseCron } from "./expression.ts";
import { nextSlot } from "./slots.ts";

const rules: [rule: string, kept: string][] = [
  ["0 0 */2 * 1", "0 0 1-31/2 * 1"],
  ["0 0 1-7 * */7", "0 0 1-7 * 0-6/7"],
  ["30 0 0 */1 * MON#1", "30 0 0 1-31/1 * MON#1"],
  ["0 0 15 * *,1", "0 0 15 * 0-6,1"],
  ["0 0 */2 * +1", "0 0 */2 * +1"],
  ["0 0 */2 * *", "0 0 */2 * *"],
  ["*/5 * 15 * 1", "*/5 * 15 * 1"],
  ["@every 5m", "@every 5m"],
  ["not a rule", "not a rule"],
];

Deno.test("either day: a step in a day field becomes a range, and everything else stays", () => {
  for (const [rule, kept] of rules) assert.equal(keepEitherDay(rule), kept);
});

Deno.test("either day: the rule is due on both days", () => {
  const days = new Set<string>();
  let at = Date.UTC(2027, 0, 1, 12);
  for (let count = 0; count < 12; count++) {
    at = nextSlot([parseCron(keepEitherDay("0 0 */2 * 1"))], "UTC", at)!;
    days.add(new Date(at).toISOString().slice(8, 10));
  }
  for (const day of ["03", "04", "05", "07", "11", "18"]) assert.ok(days.has(day), day); // 4, 11 and 18 are Mondays
});
