import assert from "node:assert/strict";
import { normalizeBasePath, paths, safeNext, withQuery } from "./paths.ts";

Deno.test("paths: a base path starts with one slash and ends without one", () => {
  const bases = [undefined, "", "/", "deep", "/deep/base/", "//deep//"].map(normalizeBasePath);
  assert.deepEqual(bases, ["", "", "", "/deep", "/deep/base", "/deep"]);
});

Deno.test("paths: omits empty values from a query", () => {
  assert.equal(withQuery("/crontab", { q: "", page: 2, sort: undefined, status: null }), "/crontab?page=2");
  assert.equal(paths.taskLog(3), "/crontab/logModal?id=3");
});

const nexts: [string, string | null, string][] = [
  ["a URL of the panel", "/crontab/detail?id=3", "/crontab/detail?id=3"],
  ["nothing", null, "/"],
  ["another site", "https://evil.example", "/"],
  ["another site without scheme", "//evil.example", "/"],
  ["a backslash instead of a slash", "/\\evil.example", "/"],
  ["a backslash further on", "/a\\b", "/"],
  ["a tab that browsers remove", "/\t/evil.example", "/"],
  ["a script", "javascript:alert(1)", "/"],
  ["the login page again", "/login?next=/login", "/"],
];

for (const [name, next, expected] of nexts) {
  Deno.test(`paths: after login, ${name} leads to ${expected}`, () => {
    assert.equal(safeNext(next), expected);
  });
}
