import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../../contract/cron/expression.ts";
import { Pattern } from "../../contract/cron/pattern.ts";
import { readChinese, readEnglish } from "../../../tests/support/read_cron_words.ts";
import { describeCron } from "./describe.ts";

function field(min: number, max: number): fc.Arbitrary<string> {
  const value = fc.integer({ min, max });
  const step = fc.integer({ min: 1, max: max - min + 1 });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const item = fc.oneof(
    { weight: 3, arbitrary: value.map(String) },
    range,
    { weight: 2, arbitrary: step.map((by) => `*/${by}`) },
    fc.tuple(range, step).map(([of, by]) => `${of}/${by}`),
    fc.constant("*"),
  );
  return fc.oneof(
    fc.constant("*"),
    item,
    fc.array(item, { minLength: 1, maxLength: 3 }).map((all) => all.join()),
  );
}

const rule = fc.tuple(
  fc.oneof({ weight: 4, arbitrary: fc.constant("0") }, field(0, 59)),
  fc.oneof(fc.constantFrom("0", "30", "*/15", "5/10"), field(0, 59)),
  fc.oneof(fc.constantFrom("*/6", "*/5", "1/3"), field(0, 23)),
  fc.oneof(fc.constant("*"), field(1, 31), fc.constantFrom("L", "LW", "15W", "L,3", "1W,31W")),
  fc.oneof(fc.constant("*"), field(1, 12)),
  fc.oneof(
    fc.constant("*"),
    field(0, 7),
    fc.constantFrom("5L", "MON#1", "6-7#2", "+1-5", "1,5L", "+FRI", "0-7"),
  ),
).map((fields) => fields.join(" "));

const FIRST = Date.UTC(2027, 0, 1) / 86_400_000;

/** Compares what the words say with the times of day and the days that are planned. */
function check(source: string): void {
  const parsed = readOrNull(source);
  if (parsed === null || parsed.kind !== "cron") return;
  const pattern = new Pattern(parsed.expression);
  for (const [language, read] of [["en", readEnglish], ["zh", readChinese]] as const) {
    const words = describeCron(parsed, language);
    const described = read(words);
    assert.deepEqual([...described.times].sort((a, b) => a - b), [...pattern.times], `${source}: ${words}`);
    for (let day = FIRST; day < FIRST + 800; day++) {
      const date = new Date(day * 86_400_000);
      const isDescribed = described.isDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
      assert.equal(
        isDescribed,
        pattern.firesOn(day),
        `${source}: ${words}, ${date.toISOString().slice(0, 10)}`,
      );
    }
  }
}

function readOrNull(source: string) {
  try {
    return parseCron(source);
  } catch {
    return null;
  }
}

Deno.test("describe: the words say when a rule is due, in both languages", () => {
  for (
    const source of [
      "0 0 1-7 * */7",
      "0 0 */2 * 1",
      "0 0 15 * *,1",
      "0 0 * * 0-7",
      "*/45 * * * *",
      "*/7 * * * *",
    ]
  ) {
    check(source);
  }
  fc.assert(fc.property(rule, check), { numRuns: 60 });
});
