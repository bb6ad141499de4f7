import assert from "node:assert/strict";
import fc from "fast-check";
import { readSide, type TextSide, writeSide } from "./text_side.ts";

const rows: [string, TextSide][] = [
  ["scripts/a/b.js", { kind: "file", area: "scripts", path: "a/b.js", versionId: null }],
  ["config/config.sh@12", { kind: "file", area: "config", path: "config.sh", versionId: 12 }],
  ["scripts/a@b.js", { kind: "file", area: "scripts", path: "a@b.js", versionId: null }],
  ["scripts/mail@7@", { kind: "file", area: "scripts", path: "mail@7", versionId: null }],
  ["sample/config.sh", { kind: "sample", name: "config.sh" }],
  ["log/folder/x.log", { kind: "log", path: "folder/x.log" }],
];

for (const [text, side] of rows) {
  Deno.test(`text side: ${text} is parsed and formatted`, () => {
    assert.deepEqual(readSide(text), side);
    assert.equal(writeSide(side), text);
  });
}

Deno.test("text side: an invalid side is null", () => {
  for (const text of [null, undefined, "", "scripts", "scripts/", "etc/passwd", "/scripts/a"]) {
    assert.equal(readSide(text), null);
  }
});

Deno.test("text side: any path parses back unchanged", () => {
  const path = fc.string({
    unit: fc.constantFrom("a", "@", "1", "/", "中", "."),
    minLength: 1,
    maxLength: 8,
  });
  const versionId = fc.option(fc.nat(99));
  fc.assert(fc.property(path, versionId, (path, versionId) => {
    const side: TextSide = { kind: "file", area: "scripts", path, versionId };
    assert.deepEqual(readSide(writeSide(side)), side);
  }));
});
