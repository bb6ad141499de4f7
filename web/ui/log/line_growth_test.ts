import assert from "node:assert/strict";
import { assertScales } from "../../../tests/support/assert_scales.ts";
import { LOG_END_MARK, readLogFooter, readLogHeader } from "../../../server/contract/log_messages.ts";
import { logLevelOf } from "../../../server/contract/log_terms.ts";
import { plain, readAnsi, styleAfter } from "../../../server/contract/log_text/ansi.ts";
import { settledLine } from "../../../server/contract/log_text/settled_line.ts";
import { visibleText } from "../../../server/contract/log_text/visible_text.ts";
import { adoptSpace } from "../diff/diff_lines.ts";
import { findLinks } from "./find_links.ts";
import { charactersOf, cutAtMarks, findMarks } from "./find_marks.ts";
import { groupMarkOf, titleStart } from "./log_groups.ts";
import { leftOutBytes } from "./log_line.ts";

/** Everything that the page applies to the text of a line. */
const readers: Record<string, (line: string) => unknown> = {
  leftOutBytes,
  groupMarkOf,
  titleStart,
  logLevelOf,
  readLogHeader,
  readLogFooter,
  findLinks,
  visibleText: (line) => visibleText(line),
  readAnsi: (line) => readAnsi(line, plain),
  styleAfter: (line) => styleAfter(line, plain),
  settledLine: (line) => settledLine(line, plain),
  findMarks: (line) => findMarks(line, { text: "1", caseSensitive: false }),
  charactersOf: (line) => charactersOf(line, line.length),
  cutAtMarks: (line) =>
    cutAtMarks(
      readAnsi(line, plain).rows.flat(),
      findMarks(visibleText(line), { text: "1", caseSensitive: true }),
      findLinks(visibleText(line)),
    ),
};

/** Four times as much as the page reads of a line (characters). */
const SIZE = 20_000;

/** Repeated between a beginning and an end: what makes a pattern try again and again. */
const lines: [start: string, part: string, end: string][] = [
  ["## ... ", "1", ""],
  ["## ... ", "1,", " x"],
  ["## ... ", "1 ", " ... x"],
  ["## \u2026\u2026 ", "1\u2026\u2026", "x"],
  ["## Completed ✅... 2026-01-02 03:04:05  took ", "1", LOG_END_MARK],
  ["## Failed ❌(exit code ", "1", LOG_END_MARK],
  ["", " ", "group"],
  ["", "::group::", ""],
  ["", "##[group] ", ""],
  ["https://example.com/", ")", ""],
  ["https://example.com/", "(", ")"],
  ["https://example.com/", "()", ".)"],
  ["https://example.com/", "]1.)", ""],
  ["", "http://1 ", ""],
  ["", "http", "://"],
  ["", "error", ""],
  ["", "0 no not ", "error"],
  ["", "error: 0", ""],
  ["", "没有错误", ""],
  ["", "\x1b[31m1", ""],
  ["", "\x1b[", ""],
  ["", "\x1b]1", ""],
  ["", "1\r", ""],
  ["", "1\x1b[1A", ""],
  ["", "1", ""],
];

for (const [name, read] of Object.entries(readers)) {
  Deno.test(`log line: ${name} takes linear time for any line`, () => {
    for (const [start, part, end] of lines) {
      assertScales((size) => void read(start + part.repeat(size / part.length) + end), SIZE);
    }
  });
}

Deno.test("comparison: texts of any kind are compared in linear time", () => {
  for (const part of ["1", " ", "\r", "\n", "1\n", "a b\r\n"]) {
    assertScales((size) => {
      const text = part.repeat(size / part.length);
      assert.ok(adoptSpace(text, `${text} x`).length > 0);
    }, SIZE);
  }
});
