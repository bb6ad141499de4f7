import assert from "node:assert/strict";
import { markOf } from "./clean_output.ts";
import { columnsOf, formatDetails, formatTable, shorten } from "./terminal.ts";

Deno.test("terminal: counts the columns of wide, combining and colored text", () => {
  const cases: [string, number][] = [
    ["abc", 3],
    ["每日任务", 8],
    ["（全角）", 8],
    ["e\u0301", 1],
    ["⏰ alarm", 8],
    [`${markOf(31)}red${markOf(0)}`, 3],
    ["", 0],
  ];
  for (const [text, columns] of cases) assert.equal(columnsOf(text), columns, text);
});

Deno.test("terminal: a text is shortened to columns, never through a character", () => {
  assert.equal(shorten("每日任务", 8), "每日任务");
  assert.equal(shorten("每日任务", 7), "每日任…");
  assert.equal(shorten("每日任务", 6), "每日…");
  assert.equal(shorten("abcdef", 4), "abc…");
});

const columns = [{ title: "ID" }, { title: "NAME", isFlexible: true }, { title: "STATE" }];

Deno.test("terminal: a table is aligned with wide characters", () => {
  assert.deepEqual(formatTable(columns, [["1", "签到", "ok"], ["12", "backup", "failed"]], null), [
    "ID  NAME    STATE",
    "1   签到    ok",
    "12  backup  failed",
  ]);
});

Deno.test("terminal: a table fits the terminal by shortening its flexible columns", () => {
  const rows = [["1", "a name that is much too long for this", "failed"]];
  const [, row = ""] = formatTable(columns, rows, 30);
  assert.ok(columnsOf(row) <= 30 && row.startsWith("1   a name") && row.endsWith("…  failed"), row);
});

Deno.test("terminal: neither line breaks nor control characters leave their cell", () => {
  const [, row] = formatTable(columns, [["1", "two\nlines\tand\rmore\x1b[2J", "ok"]], null);
  assert.equal(row, "1   two⏎lines and more [2J  ok");
});

Deno.test("terminal: details without a value are left out", () => {
  assert.deepEqual(formatDetails([["Name", "x"], ["Labels", null], ["Command", "a\nb"]]), [
    "Name     x",
    "Command  a\n         b",
  ]);
});
