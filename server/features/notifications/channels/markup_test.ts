import assert from "node:assert/strict";
import { asHtml, asMarkdown, escapeMarkdown } from "./markup.ts";

Deno.test("markup: a line start never becomes a list, heading, quote or code block", () => {
  const log = "# a\n- b\n  + c\n=\n1. d\n 2) e\n> f\n    g\n\th\n```i";
  assert.equal(
    escapeMarkdown(log),
    "\\# a\n\\- b\n\u00a0\u00a0\\+ c\n\\=\n1\\. d\n\u00a02\\) e\n\\> f\n\u00a0\u00a0\u00a0\u00a0g\n\u00a0h\n\\`\\`\\`i",
  );
});

Deno.test("markup: does not escape text that needs no escape in Markdown", () => {
  const plain = "run 7 (backup) took 1.5 s, see https://a.example/x?y=1 - 100%!";
  assert.equal(escapeMarkdown(plain), plain);
});

Deno.test("markup: web addresses lead where they did, whatever they contain and whatever stands around them", () => {
  const rows = [
    ["see https://ci.example.org/job_a/run_1", "see <https://ci.example.org/job_a/run_1>"],
    ["(http://a.example/x*y?b=1&c=2#d), then", "(<http://a.example/x*y?b=1&c=2#d>), then"],
    ["**https://a.example/**", "\\*\\*https://a.example/\\*\\*"],
    ["[a_b](https://a.example/c_d) e_f", "\\[a\\_b\\](<https://a.example/c_d>) e\\_f"],
    ["https://a.example/x<script>", "https://a.example/x\\<script\\>"],
    ["https://a.example/`x`", "https://a.example/\\`x\\`"],
    ["a_https://", "a\\_https://"],
  ] as const;
  for (const [text, escaped] of rows) assert.equal(escapeMarkdown(text), escaped);
});

Deno.test("markup: without a link, returns only the content", () => {
  assert.equal(asHtml({ content: "a\nb", link: null }), "a<br/>b");
  assert.equal(asMarkdown({ content: "a\nb", link: null }), "a  \nb");
});
