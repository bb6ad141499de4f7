import assert from "node:assert/strict";
import { groupHits, markParts } from "./search_matches.tsx";

const marked = (line: string, text: string, leadIn?: number) =>
  markParts(line, text, leadIn).map(({ text, marked }) => marked ? `[${text}]` : text).join("");

Deno.test("mark parts: marks every match regardless of case, in Chinese too", () => {
  assert.equal(marked("An error, an ERROR", "error"), "An [error], an [ERROR]");
  assert.equal(marked("登录失败：密码错误", "失败"), "登录[失败]：密码错误");
  assert.equal(marked("nothing here", "x"), "nothing here");
  assert.equal(marked("nothing", ""), "nothing");
});

Deno.test("mark parts: cuts the start of a long line so that a far match is visible", () => {
  assert.equal(marked(`${"a".repeat(100)}needle`, "needle", 24), `…${"a".repeat(24)}[needle]`);
});

Deno.test("mark parts: does not mark text whose length changes with its case", () => {
  assert.equal(marked("İ needle", "needle"), "İ needle");
});

Deno.test("group hits: groups the matches of a file and keeps the order of the files", () => {
  const hits = [{ path: "b", line: 1 }, { path: "a", line: 2 }, { path: "b", line: 3 }];
  const grouped = groupHits(hits).map(({ path, hits }) => [path, hits.map(({ line }) => line)]);
  assert.deepEqual(grouped, [["b", [1, 3]], ["a", [2]]]);
});
