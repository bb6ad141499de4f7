import assert from "node:assert/strict";
import { parseCron } from "../../../server/contract/cron/expression.ts";
import { evenInterval } from "./even_interval.ts";

const offered: [rule: string, even: string][] = [
  ["*/45 * * * *", "@every 45m"],
  [" 0/7  * * * * ", "@every 7m"],
  ["0 */35 * * * *", "@every 35m"],
  ["*/50 * * * * *", "@every 50s"],
  ["0 */5 * * *", "@every 5h"],
  ["0 0 */9 * * *", "@every 9h"],
];

for (const [rule, even] of offered) {
  Deno.test(`even interval: ${rule.trim()} has an uneven one, ${even} does not`, () => {
    assert.equal(evenInterval(rule), even);
    assert.equal(parseCron(even).kind, "every");
  });
}

const unchanged = [
  "*/15 * * * *",
  "0 */6 * * *",
  "*/1 * * * *",
  "*/60 * * * *",
  "*/0 * * * *",
  "*/45 8-17 * * *",
];

for (const rule of [...unchanged, "5 */5 * * *", "*/45 * * * 1", "@every 45m", "45 * * * *", ""]) {
  Deno.test(`even interval: ${rule === "" ? "no rule" : rule} has none to offer`, () => {
    assert.equal(evenInterval(rule), null);
  });
}
