import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../../../server/contract/cron/expression.ts";
import { firstWords, ruleOf, type RuleWords, wordsOf } from "./rule_words.ts";

const rules: readonly (readonly [Partial<RuleWords>, string])[] = [
  [{ kind: "interval", count: 15, unit: "m" }, "*/15 * * * *"],
  [{ kind: "interval", count: 1, unit: "m" }, "* * * * *"],
  [{ kind: "interval", count: 30, unit: "s" }, "*/30 * * * * *"],
  [{ kind: "interval", count: 1, unit: "h" }, "0 * * * *"],
  [{ kind: "interval", count: 6, unit: "h" }, "0 */6 * * *"],
  [{ kind: "interval", count: 45, unit: "m" }, "@every 45m"],
  [{ kind: "interval", count: 90, unit: "m" }, "@every 90m"],
  [{ kind: "interval", count: 90, unit: "m", start: "08:00" }, "@every 90m from 08:00"],
  [{ kind: "daily", time: "07:30" }, "30 7 * * *"],
  [{ kind: "workdays", time: "07:30" }, "30 7 * * 1-5"],
  [{ kind: "weekly", time: "00:05", weekdays: [7, 1, 2] }, "5 0 * * 1,2,7"],
  [{ kind: "weekly", time: "18:00", weekdays: [5, 6, 7, 1] }, "0 18 * * 1,5-7"],
  [{ kind: "monthly", time: "03:00", monthDay: 31 }, "0 3 31 * *"],
  [{ kind: "monthly", time: "03:00", monthDay: -1 }, "0 3 L * *"],
  [{ kind: "nthWorkday", time: "18:00", workday: -1 }, "@workday last 18:00"],
  [{ kind: "nthWorkday", time: "09:00", workday: 3 }, "@workday 3 09:00"],
  [{ kind: "once", moment: "2026-12-24T03:00" }, "@once 2026-12-24 03:00"],
  [{ kind: "after", count: 30, unit: "m" }, "@after 30m"],
];

for (const [words, rule] of rules) {
  Deno.test(`rule words: ${rule}`, () => {
    assert.equal(ruleOf({ ...firstWords, ...words }), rule);
    const read = wordsOf(rule);
    assert.equal(read?.kind, words.kind);
    assert.equal(read && ruleOf(read), rule);
  });
}

Deno.test("rule words: an expression that says more than the choices is kept as it is", () => {
  const others = [
    "*/45 * * * *",
    "0 3 1 * 1",
    "0 3 * 6 *",
    "0 3,15 * * *",
    "30 0 3 * * *",
    "0 3 * * 1#2",
    "0 3 * * MON",
    "0 3 15W * *",
    "0 3 L-3 * *",
    "H 3 * * *",
    "0 0 3 * * * 2027",
    "60 3 * * *",
    "0 24 * * *",
    "0 3 0 * *",
    "0 3 * * 5-1",
    "@workday 0 09:00",
    "@workday -3 09:00",
    "@after 30m from 08:00",
    "@daily",
    "",
  ];
  for (const rule of others) assert.equal(wordsOf(rule), null, rule);
});

Deno.test("rule words: a rule of six fields that begins with second 0 is read", () => {
  assert.equal(wordsOf("0 30 7 * * 1-5")?.time, "07:30");
  assert.equal(wordsOf("0 */15 * * * *")?.count, 15);
  assert.equal(wordsOf("0 0 * * * *")?.unit, "h");
});

Deno.test("rule words: Sunday is 0 or 7", () => {
  assert.deepEqual(wordsOf("0 3 * * 0")?.weekdays, [7]);
  assert.deepEqual(wordsOf("0 3 * * 7")?.weekdays, [7]);
  assert.deepEqual(wordsOf("0 3 * * 0-1")?.weekdays, [1, 7]);
});

Deno.test("rule words: there is no rule while a choice is missing", () => {
  for (const kind of ["daily", "workdays", "weekly", "monthly", "nthWorkday", "once"] as const) {
    assert.equal(ruleOf({ ...firstWords, kind }), "", kind);
  }
  assert.equal(ruleOf({ ...firstWords, kind: "weekly", time: "07:30", weekdays: [] }), "");
  assert.equal(ruleOf({ ...firstWords, kind: "interval", count: null }), "");
  assert.equal(ruleOf({ ...firstWords, kind: "after", count: 0 }), "");
});

const time = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) =>
  parts.map((part) => `${part}`.padStart(2, "0")).join(":")
);

Deno.test("rule words: the server reads every rule of the choices, and the choices read it back", () => {
  fc.assert(fc.property(
    fc.record({
      kind: fc.constantFrom(
        "interval",
        "daily",
        "workdays",
        "weekly",
        "monthly",
        "nthWorkday",
        "once",
        "after",
      ),
      count: fc.integer({ min: 1, max: 1_000 }),
      unit: fc.constantFrom("s", "m", "h"),
      start: fc.constant(""),
      time,
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      monthDay: fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 31 })),
      workday: fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 23 })),
      moment: time.map((one) => `2026-12-24T${one}`),
    }),
    (words: RuleWords) => {
      const rule = ruleOf(words);
      parseCron(rule);
      const read = wordsOf(rule);
      assert.ok(read, rule);
      assert.equal(ruleOf(read), rule);
    },
  ));
});
