import assert from "node:assert/strict";
import { readChangelog } from "./changelog_dialog.tsx";

Deno.test("changelog: parses versions and changes, and joins lines according to the language", () => {
  const text =
    "# Changelog\n\nFor people.\n\n## Unreleased\n\n- One that\n  goes on.\n- Two\n\n## 0.1.0\n\n- 一个，\n  两个 `a`\n  三\n";
  assert.deepEqual(readChangelog(text), [
    { version: "Unreleased", changes: ["One that goes on.", "Two"] },
    { version: "0.1.0", changes: ["一个，两个 `a` 三"] },
  ]);
});

Deno.test("changelog: both languages have the same versions with the same number of changes", () => {
  const read = (name: string) =>
    readChangelog(Deno.readTextFileSync(new URL(`../../../${name}`, import.meta.url)));
  const [en, zh] = [read("CHANGELOG.md"), read("CHANGELOG.zh.md")];
  const numbered = (one: typeof en) =>
    one.map(({ version }) => version).filter((version) => /^\d/.test(version));
  assert.ok(en.length > 0);
  assert.deepEqual(numbered(zh), numbered(en));
  assert.deepEqual(zh.map(({ changes }) => changes.length), en.map(({ changes }) => changes.length));
});
