import assert from "node:assert/strict";
import { findLanguage, languages, loadLanguage } from "./languages.ts";

const names: [string, string | null][] = [
  ["a.js", "JavaScript"],
  ["deep/er/a.test.MJS", "JavaScript"],
  ["a.tsx", "TSX"],
  ["a.d.ts", "TypeScript"],
  ["task_before.py", "Python"],
  ["config.sh", "Shell"],
  ["config.sh.sample", "Shell"],
  [".env", "INI"],
  [".env.local", "INI"],
  ["Dockerfile", "Dockerfile"],
  ["Dockerfile.dev", "Dockerfile"],
  ["deploy.dockerfile", "Dockerfile"],
  ["nginx.conf", "nginx"],
  ["my.conf", "INI"],
  ["Cargo.toml", "TOML"],
  ["日报.md", "Markdown"],
  ["a.yml", "YAML"],
  ["a.ps1", "PowerShell"],
  ["notes", null],
  ["notes.txt", null],
  [".js", "JavaScript"],
];

for (const [name, title] of names) {
  Deno.test(`languages: ${name} is ${title ?? "plain text"}`, () => {
    assert.equal(findLanguage(name)?.title ?? null, title);
  });
}

const firstLines: [string, string | null][] = [
  ["#!/usr/bin/env node", "JavaScript"],
  ["#!/usr/bin/env -S deno run -A", "JavaScript"],
  ["#!/usr/bin/python3.12", "Python"],
  ["#!/bin/bash -e", "Shell"],
  ["#!/bin/sh", "Shell"],
  ["#!/usr/bin/fish", null],
  ["echo python", null],
];

for (const [line, title] of firstLines) {
  Deno.test(`languages: a file without extension that starts with ${line} is ${title ?? "plain text"}`, () => {
    assert.equal(findLanguage("run", line)?.title ?? null, title);
  });
}

Deno.test("languages: the name takes precedence over the first line", () => {
  assert.equal(findLanguage("a.py", "#!/bin/sh")?.title, "Python");
});

Deno.test("languages: each one loads", async () => {
  const loaded = await Promise.all(languages.map(({ id }) => loadLanguage(id)));
  assert.ok(loaded.every(Boolean));
});

Deno.test("languages: no extension or name belongs to two languages", () => {
  const all = languages.flatMap((
    { extensions, names = [] },
  ) => [...extensions.map((extension) => `.${extension}`), ...names]);
  assert.deepEqual(all.filter((one, index) => all.indexOf(one) !== index), []);
});
