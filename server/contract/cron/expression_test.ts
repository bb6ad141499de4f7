import assert from "node:assert/strict";
import { Cron } from "croner";
import fc from "fast-check";
import { CronError, type CronIssue, parseCron } from "./expression.ts";

function expressionOf(source: string, seed = 0): string {
  const rule = parseCron(source, { seed });
  assert.equal(rule.kind, "cron");
  return rule.kind === "cron" ? rule.expression : "";
}

function errorOf(source: string): CronIssue {
  try {
    parseCron(source);
  } catch (error) {
    assert.ok(error instanceof CronError);
    return error.error;
  }
  return assert.fail(`accepted: ${source}`);
}

const accepted: [source: string, expression: string][] = [
  ["* * * * *", "0 * * * * *"],
  ["*/5 * * * * *", "*/5 * * * * *"],
  ["  30\t2  * *   * \n", "0 30 2 * * *"],
  ["05 007 1 1 0", "0 5 7 1 1 0"],
  ["0 0 ? * MON", "0 0 0 * * 1"],
  ["0 0 1 jan-Mar,DEC *", "0 0 0 1 1-3,12 *"],
  ["0 0 * * mon-fri/2", "0 0 0 * * 1-5/2"],
  ["0 0 * * FRI-SUN", "0 0 0 * * 5-7"],
  ["0 0 * * 7", "0 0 0 * * 7"],
  ["5/10 * * * *", "0 5/10 * * * *"],
  ["*/2,7,10-20/3 * * * *", "0 */2,7,10-20/3 * * * *"],
  ["0 0 L * *", "0 0 0 L * *"],
  ["0 0 l,15 * *", "0 0 0 L,15 * *"],
  ["0 0 lw * *", "0 0 0 LW * *"],
  ["0 0 15W,L * *", "0 0 0 15W,L * *"],
  ["0 0 * * 5L", "0 0 0 * * 5L"],
  ["0 0 * * fri#L", "0 0 0 * * 5L"],
  ["0 0 * * 1#2,MON#5", "0 0 0 * * 1#2,1#5"],
  ["0 0 * * 1-3#1", "0 0 0 * * 1#1,2#1,3#1"],
  ["0 0 * * */3#1", "0 0 0 * * 0#1,3#1,6#1"],
  ["0 0 * * 5/1L", "0 0 0 * * 5L,6L"],
  ["0 0 13 * +FRI", "0 0 0 13 * +5"],
  ["0 0 29 2 *", "0 0 0 29 2 *"],
  ["0 0 29 2 +MON", "0 0 0 29 2 +1"],
  ["@yearly", "0 0 0 1 1 *"],
  ["@annually", "0 0 0 1 1 *"],
  ["@monthly", "0 0 0 1 * *"],
  ["@weekly", "0 0 0 * * 0"],
  [" @Daily ", "0 0 0 * * *"],
  ["@midnight", "0 0 0 * * *"],
  ["@hourly", "0 0 * * * *"],
  ["@minutely", "0 * * * * *"],
  ["@secondly", "* * * * * *"],
  ["@weekdays", "0 0 0 * * 1-5"],
  ["@weekends", "0 0 0 * * 0,6"],
];

Deno.test("expression: translates accepted input into croner's syntax", async (t) => {
  for (const [source, expression] of accepted) {
    await t.step(source, () => assert.deepEqual(parseCron(source), { kind: "cron", source, expression }));
  }
});

const periods: [source: string, periodMs: number][] = [
  ["@every 30s", 30_000],
  ["@every 5m", 300_000],
  ["@Every 1h30m", 5_400_000],
  ["  @every   1d ", 86_400_000],
  ["@every 1D2H3M4S", 93_784_000],
  ["@every 90m", 5_400_000],
  ["@every 366d", 31_622_400_000],
];

Deno.test("expression: reads fixed periods in milliseconds", () => {
  for (const [source, periodMs] of periods) {
    assert.deepEqual(parseCron(source), { kind: "every", source, periodMs });
  }
});

// The part in brackets is what the form underlines.
const rejected: [marked: string, field: CronIssue["field"]][] = [
  ["", "expression"],
  ["[   ]", "expression"],
  ["[* * * *]", "expression"],
  ["  [5] ", "expression"],
  ["0 0 0 1 1 * [2126]", "year"],
  ["0 0 0 1 1 * 2026 [*]", "expression"],
  ["[/5] * * * *", "minute"],
  ["* [/5] * * * *", "minute"],
  ["[?/] * * * *", "minute"],
  ["[60] * * * *", "minute"],
  ["[60] * * * * *", "second"],
  ["0,30 1-5,[70] * * * *", "minute"],
  ["* [24] * * *", "hour"],
  ["* * [0] * *", "day"],
  ["* * [32] * *", "day"],
  ["* * [L-31] * *", "day"],
  ["* * 1,[LW] * *", "day"],
  ["* * [0W] * *", "day"],
  ["* * [W] * *", "day"],
  ["* * [1-5W] * *", "day"],
  ["* * [15W/2] * *", "day"],
  ["* * * [13] *", "month"],
  ["* * * 1,[FOO] *", "month"],
  ["* * * [JANUARY] *", "month"],
  ["* * * * [8]", "week"],
  ["* * * * [FRI-MON]", "week"],
  ["* * * * MON,[TUES]", "week"],
  ["* * * * [1#6]", "week"],
  ["* * * * [1#0]", "week"],
  ["* * * * [*#1]", "week"],
  ["* * * * [#1]", "week"],
  ["* * * * [L]", "week"],
  ["* * * * [5LL]", "week"],
  ["* * * * [7/2]", "week"],
  ["* * * * [+]", "week"],
  ["* * * * +MON,[+TUE]", "week"],
  ["[1#1] * * * *", "minute"],
  ["[1L] * * * *", "minute"],
  ["[1W] * * * *", "minute"],
  ["[MON] * * * *", "minute"],
  ["[75/5] * * * *", "minute"],
  ["[*/0] * * * *", "minute"],
  ["[*/61] * * * *", "minute"],
  ["* [*/25] * * *", "hour"],
  ["[*/5/5] * * * *", "minute"],
  ["[1-2-3] * * * *", "minute"],
  ["[10-5] * * * *", "minute"],
  ["[5-] * * * *", "minute"],
  ["[-5] * * * *", "minute"],
  ["[*-5] * * * *", "minute"],
  ["[1.5] * * * *", "minute"],
  ["[1,,2] * * * *", "minute"],
  ["[1,] * * * *", "minute"],
  ["* * * * FRI,[fr\u0131]", "week"],
  ["* * * * [\u017fun]", "week"],
  ["* * * * \ufb03,1".replace("\ufb03", "[\ufb03]"), "week"],
  ["[\uff15] * * * *", "minute"],
  ["[99999999999999999999] * * * *", "minute"],
  ["[H(5] * * * *", "minute"],
  ["[H(5-70)] * * * *", "minute"],
  ["[H(9-5)] * * * *", "minute"],
  ["[H/0] * * * *", "minute"],
  ["[@reboot]", "expression"],
  ["  [@boot] ", "expression"],
  ["[@once]", "expression"],
  ["[@nightly]", "expression"],
  ["[@daily @hourly]", "expression"],
  ["[@daily * * * *]", "expression"],
  ["[@every]", "expression"],
  ["[@every 0s]", "expression"],
  ["[@every 5]", "expression"],
  ["[@every -5m]", "expression"],
  ["[@every 30s5m]", "expression"],
  ["[@every 1h 30m]", "expression"],
  ["[@every 367d]", "expression"],
  ["[2026-01-01T00:00:00 * * * *]".replace(" * * * *]", "] * * * *"), "minute"],
];

Deno.test("expression: rejects invalid input and returns the position to underline", async (t) => {
  for (const [marked, field] of rejected) {
    await t.step(marked, () => {
      const [before = "", error = "", after = ""] = marked.split(/[[\]]/);
      const start = before.length, end = start + error.length;
      assert.deepEqual(errorOf(before + error + after), { code: "incorrect_cron", field, start, end });
    });
  }
});

Deno.test("expression: distinguishes a date that never occurs from an invalid one", () => {
  for (
    const source of [
      "0 0 30 2 *",
      "0 0 0 31 2,4,6,9,11 *",
      "0 0 30 2 +MON",
      "0 0 31W 4 *",
      "0 0 1-7 * +MON#3",
    ]
  ) {
    const { code, field, start, end } = errorOf(source);
    assert.deepEqual({ source, code, field }, { source, code: "cron_never_fires", field: "day" });
    assert.equal(source.slice(start, end), source.split(" ").at(-3));
  }
});

Deno.test("expression: derives H from the seed, always the same, within the field's range", () => {
  assert.equal(expressionOf("H H * * *", 7), expressionOf("h h * * *", 7));
  assert.notEqual(expressionOf("H H * * *", 7), expressionOf("H H * * *", 8));
  assert.equal(expressionOf("H H H H H H"), expressionOf("H H H H H H", 0));
  const minutes = new Set(Array.from({ length: 600 }, (_, seed) => expressionOf("H * * * *", seed)));
  assert.equal(minutes.size, 60);
  const days = Array.from(
    { length: 600 },
    (_, seed) => Number(expressionOf("0 0 H * *", seed).split(" ")[3]),
  );
  assert.deepEqual([Math.min(...days), Math.max(...days)], [1, 28]);
});

Deno.test("expression: H accepts a range and a step", () => {
  for (let seed = 0; seed < 100; seed++) {
    const [low, high, by] = expressionOf("H/15 * * * *", seed).split(" ")[1]?.split(/[-/]/).map(Number) ?? [];
    assert.ok(low !== undefined && low < 15);
    assert.deepEqual([high, by], [59, 15]);
    const minute = Number(expressionOf("H(20-29) * * * *", seed).split(" ")[1]);
    assert.ok(minute >= 20 && minute <= 29);
    assert.match(expressionOf("H(20-29)/5 * * * *", seed), /^0 2[0-4]-29\/5 /);
  }
});

Deno.test("expression: accepts only what croner accepts, and rejects what croner rejects", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."0123456789*/-,LW#?+"), minLength: 1, maxLength: 6 });
  const token = fc.oneof(
    letters,
    fc.constantFrom("*", "1", "MON", "JAN-MAR", "5#L", "1-5L", "LW", "15W", "*/7", "3/2"),
  );
  fc.assert(fc.property(fc.array(token, { minLength: 5, maxLength: 6 }), (tokens) => {
    const source = tokens.join(" ");
    // croner cannot count days from the end of the month.
    if (isRead(source) && !/L-\d/.test(source)) assert.equal(cronerTakes(source), true);
  }));
  fc.assert(fc.property(fc.constantFrom(0, 1, 2, 3, 4), token, (location, one) => {
    const source = ["0", "0", "1", "*", "*"].with(location, one).join(" ");
    // A step without anything before it, an impossible start, 7 with a step, `1#02`: croner accepts these, we do
    // not.
    const lenient = /(^|[ ,])\/|#0\d|\d+\/\d|L-\d/.test(source);
    if (!lenient) assert.equal(isRead(source), cronerTakes(source));
  }));
});

function isRead(source: string): boolean {
  try {
    parseCron(source);
    return true;
  } catch (error) {
    assert.ok(error instanceof CronError);
    return error.error.code === "cron_never_fires";
  }
}

function cronerTakes(source: string): boolean {
  try {
    new Cron(source, { paused: true, sloppyRanges: true, mode: "5-or-6-parts" });
    return true;
  } catch {
    return false;
  }
}

Deno.test("expression: rejects hostile text with a position inside it", () => {
  const hostile = [
    "*".repeat(200),
    "1,".repeat(100),
    "1-".repeat(100),
    "*/".repeat(100),
    "H(".repeat(100),
    `${"1".repeat(150)}h @every`,
    `@every ${"1".repeat(190)}`,
    `@every ${"1h".repeat(90)}`,
    `* * * * ${"1L".repeat(90)}`,
    `* * * * ${"1#".repeat(90)}`,
    " ".repeat(199) + "x",
    " ".repeat(1_000_000),
    "* ".repeat(500_000),
    "\u0000 * * * *",
    "\ud800 * * * *",
    "__proto__ * * * *",
    "* * * constructor *",
    "@__proto__",
    "@constructor",
  ];
  for (const source of hostile) {
    const { start, end } = errorOf(source);
    assert.ok(0 <= start && start < end && end <= source.length, JSON.stringify(source.slice(0, 40)));
  }
});

Deno.test("expression: accepts or rejects any text without crashing", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 220 }), (source) => {
    isRead(source);
  }));
});
