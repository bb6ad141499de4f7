import assert from "node:assert/strict";
import { lastLines, logTail } from "./log_tail.ts";

const rows: [what: string, text: string, expected: string][] = [
  ["is empty for an empty log", "", ""],
  [
    "omits the panel's own first and last line",
    "## Starting… 2026\n\nout\n\n## Ended\u3000\u3000\u3000\u3000\u3000\n",
    "out",
  ],
  [
    "removes colors and other escapes",
    "\u001b[1;31mred\u001b[0m \u001b]8;;https://x\u0007link\u001b]8;;\u001b\\ \u001b(B",
    "red link",
  ],
  ["keeps the last state of a progress bar", "10%\r50%\r100%\r\ndone\r\n", "100%\ndone"],
  ["contains no control characters", "a\u0000b\u0007c\td\u009b", "abc\td\ufffd"],
  ["shows no erased text", "installing\r\u001b[Kdone\n", "done"],
  ["shows lines that were changed later", "a: 1\n\u001b[1A\ra: 2\u001b[1B\rend\n", "a: 1\na: 2\nend"],
  ["keeps characters that services must escape", `& " ' < > 😀 中文`, `& " ' < > 😀 中文`],
];
for (const [what, text, notified] of rows) {
  Deno.test(`log tail: ${what}`, () => assert.equal(lastLines(text), notified));
}

Deno.test("log tail: at most 20 lines and 2,000 characters, starting with a whole line", () => {
  const many = Array.from({ length: 50 }, (_, n) => `line ${n}`).join("\n");
  assert.deepEqual(lastLines(many).split("\n").length, 20);
  assert.ok(lastLines(many).startsWith("line 30\n"));
  const wide = Array.from({ length: 20 }, (_, n) => `${n} ${"x".repeat(300)}`).join("\n");
  assert.ok(lastLines(wide).length <= 2_000);
  assert.match(lastLines(wide), /^14 x+\n/);
  assert.equal(lastLines("y".repeat(5_000)).length, 2_000);
});

Deno.test("log tail: an unreadable log is omitted", async () => {
  assert.equal(await logTail({ logs: "/x", path: "y" }, () => Promise.reject(new Error("gone"))), "");
});
