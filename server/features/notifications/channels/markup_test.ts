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

Deno.test("markup: without a link, returns only the content", () => {
  assert.equal(asHtml({ content: "a\nb", link: null }), "a<br/>b");
  assert.equal(asMarkdown({ content: "a\nb", link: null }), "a  \nb");
});
