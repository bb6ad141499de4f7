import assert from "node:assert/strict";
import { findLinks } from "./find_links.ts";

const lines: [string, string[]][] = [
  ["no link", []],
  ["see https://example.com/a?b=c#d, then continue", ["https://example.com/a?b=c#d"]],
  ["at http://127.0.0.1:5700/.", ["http://127.0.0.1:5700/"]],
  ["(https://example.com/a_(b))", ["https://example.com/a_(b)"]],
  ["[docs](https://example.com/x)", ["https://example.com/x"]],
  ["on http://[::1]:5700/ and HTTPS://EXAMPLE.COM!", ["http://[::1]:5700/", "HTTPS://EXAMPLE.COM"]],
  [`<a href="https://example.com/">`, ["https://example.com/"]],
  ["访问https://example.com/路径。完成", ["https://example.com/路径"]],
  ["（https://example.com）", ["https://example.com"]],
  ["https://", []],
  ["https://...", []],
  ["javascript://example.com/%0aalert(1) data://x ftp://example.com file:///etc/passwd", []],
  ["xhttps://example.com", []],
];
for (const [line, links] of lines) {
  Deno.test(`links: in ${JSON.stringify(line)}`, () => {
    const found = findLinks(line);
    assert.deepEqual(found.map(({ href }) => href), links);
    for (const { start, end, href } of found) assert.equal(line.slice(start, end), href);
  });
}
