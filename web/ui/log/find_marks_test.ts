import assert from "node:assert/strict";
import { charactersOf, cutAtMarks, findMarks } from "./find_marks.ts";

const positions = (line: string, text: string, caseSensitive = false) =>
  findMarks(line, { text, caseSensitive }).map(({ start, end }) => [start, end]);

Deno.test("marks: finds every match of a text, case-sensitive or not", () => {
  assert.deepEqual(positions("Error: no error (error)", "error"), [[0, 5], [10, 15], [17, 22]]);
  assert.deepEqual(positions("Error: no error", "error", true), [[10, 15]]);
  assert.deepEqual(positions("aaaa", "aa"), [[0, 2], [2, 4]]);
  assert.deepEqual(positions("a.b", "."), [[1, 2]]);
  assert.deepEqual(positions("anything", ""), []);
});

Deno.test("marks: a letter that gets longer in lower case does not move positions", () => {
  assert.deepEqual(positions("İİ error", "ERROR"), [[3, 8]]);
});

Deno.test("marks: counts bytes as UTF-8 characters", () => {
  assert.equal(charactersOf("日志 ok", 7), 3);
  assert.equal(charactersOf("😀é", 6), 3);
  assert.equal(charactersOf("ab", 0), 0);
});

Deno.test("marks: splits colored text where a mark starts and ends, without losing any text", () => {
  const spans = [{ text: "one er", style: 1 }, { text: "ror two", style: 2 }];
  const cut = cutAtMarks(spans, findMarks("one error two", { text: "error", caseSensitive: false }));
  assert.deepEqual(cut.map(({ text, style, mark }) => [text, style, mark !== undefined]), [
    ["one ", 1, false],
    ["er", 1, true],
    ["ror", 2, true],
    [" two", 2, false],
  ]);
});

Deno.test("marks: splits text where a link starts and ends, also inside a mark", () => {
  const links = [{ start: 4, end: 9 }];
  const cut = cutAtMarks([{ text: "see a://b now" }], [{ start: 0, end: 6, current: false }], links);
  assert.deepEqual(cut.map(({ text, mark, link }) => [text, mark !== undefined, link !== undefined]), [
    ["see ", true, false],
    ["a:", true, true],
    ["//b", false, true],
    [" now", false, false],
  ]);
});
