import assert from "node:assert/strict";
import fc from "fast-check";
import { assertScales } from "../../../tests/support/assert_scales.ts";
import { ROW_BREAK, textOfRows, visibleLines, visibleRows, visibleText, writtenAt } from "./visible_text.ts";

const lines: [what: string, line: string, ...rows: string[]][] = [
  ["text as it is", "plain \t text 很好 😀", "plain \t text 很好 😀"],
  ["colored text", "\x1b[31mErr\x1b[1;38;5;9mor\x1b[0m", "Error"],
  ["the last state of a progress bar", "10%\r50%\r100%", "100%"],
  ["what a shorter state leaves", "100 of 100\r20", "20" + "0 of 100"],
  ["the line end of Windows", "text\r", "text"],
  ["nothing of an erased line", "old text\r\x1b[Knew", "new"],
  ["nothing of an erased line, any way", "old text\x1b[2K\rnew\x1b[1G\x1b[0Kstep", "step"],
  ["a line that is erased up to a column", "12345\x1b[3G\x1b[1K", "   45"],
  ["corrected characters", "passw\b\b\b\b\bother", "other"],
  ["text at columns", "a\x1b[5Gb\x1b[2Cc\x1b[1Dd", "a   b  d"],
  ["wide characters in two columns", "很好\r\x1b[2Gx", " x好"],
  ["no half of a wide character, erased to the end", "很很\x1b[4G\x1b[Ka", "很 a"],
  ["no half of a wide character, erased to the start", "很很b\x1b[3G\x1b[1K", "    b"],
  ["an accent on its letter", "e\u0301\rx", "x"],
  ["no titles, links or clipboards", "\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b]52;c;eA==\x07", "ab"],
  ["no sequence without its end", "a\x1b]0;title", "a"],
  ["a place for a character without a meaning", "a\x01b\x9b31m", "a\ufffdb\ufffd31m"],
  ["no silent characters", "a\0b\x07c\x0ed\x7f", "abcd"],
  [
    "rows above, when they change",
    "\x1b[2A\x1b[2K\rone: done\x1b[2B\r\x1b[1Atwo: done\x1b[1B\r",
    "one: done",
    "two: done",
  ],
  ["rows above, before its own", "\x1b[1A\x1b[2K\rone: 1%\rone: 2%\x1b[1B\rend", "one: 2%", "end"],
  ["no empty rows", "\x1b[1A\x1b[2K\x1b[1A\x1b[2Kdone", "done"],
  ["rows below", "a\x1b[1B\x1b[1Gb\x1b[Ec\x1b[2Fd", "d", "b", "c"],
  ["nothing below what is erased", "a\x1b[Eb\x1b[Ec\x1b[2F\x1b[J", ""],
  ["named rows of a screen", "\x1b[H\x1b[2Jcpu 1\x1b[3;1Hmem 1\x1b[1;1Hcpu 2", "cpu 2", "mem 1"],
  ["cleared screens one after the other", "\x1b[2J\x1b[Hcpu 1\x1b[2J\x1b[Hcpu 2", "cpu 1", "cpu 2"],
  ["a saved position", "ab\x1b7cd\x1b8x\x1b[sy\x1b[uz", "abxz"],
  [
    "a place right of the usual width, after what was there is erased",
    `${"x".repeat(300)}\x1b[2K\x1b[1Dy`,
    `${" ".repeat(299)}y`,
  ],
  ["movement within limits", "\x1b[999999999Aa\x1b[999999999B\r\x1b[5Cb", "a", "     b"],
];
for (const [what, line, ...rows] of lines) {
  Deno.test(`visible text: ${what}`, () => assert.deepEqual(visibleText(line).split(ROW_BREAK), rows));
}

Deno.test("visible text: rows of a line are lines", () => {
  assert.deepEqual(visibleLines("a: 1\nb: 1\n\x1b[2A\ra: 2\x1b[2B\rend\n"), [
    "a: 1",
    "b: 1",
    "a: 2",
    "end",
    "",
  ]);
});

const unit = fc.constantFrom(
  ..."ab很é😀\t\r\b\0\x01\x1b[]mKJAB12;?\x07",
  "\x1b[1m",
  "\x1b[2A",
  "\x1b[3G",
  "\x1b[K",
  "\x1b7",
  "\x1b8",
  "\x1b[2;4H",
);

Deno.test("visible text: each character is found where it was written, whatever the line", () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 80 }), (line) => {
      const rows = visibleRows(line);
      const text = textOfRows(rows);
      assert.equal(visibleText(line), text);
      // deno-lint-ignore no-control-regex -- these must not remain
      assert.doesNotMatch(text.replaceAll(ROW_BREAK, ""), /[\0-\x08\x0b-\x1f\x7f-\x9f]/);
      for (let at = 0; at < text.length; at++) {
        const sign = text[at] ?? "";
        const written = line[writtenAt(rows, at)];
        if (sign !== " " && sign !== "\ufffd" && sign !== ROW_BREAK) assert.equal(written, sign);
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("visible text: a line of any kind takes linear time", () => {
  const hard = [
    "\r",
    "a\r",
    "aaaa\r",
    "\x1b[1A",
    "\x1b[9Hab",
    "\x1b]",
    "\x1b[1;",
    "\b",
    "\x1b[Jx\x1b[B",
    "\x1b[31m",
    "很\r",
  ];
  for (const part of hard) {
    assertScales((size) => void visibleRows(part.repeat(size / part.length)), 64_000);
  }
});
