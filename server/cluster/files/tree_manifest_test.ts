import assert from "node:assert/strict";
import fc from "fast-check";
import { hashOfBytes } from "./blob_store.ts";
import {
  diffManifests,
  EXECUTABLE_MODE,
  formatManifest,
  hashOfManifest,
  isSharedPath,
  ManifestError,
  parseManifest,
  PLAIN_MODE,
  type TreeFile,
} from "./tree_manifest.ts";

const hash = hashOfBytes(new Uint8Array());
const file: TreeFile = { hash, mode: PLAIN_MODE, size: 0 };
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const hostile = [
  ["a path that leads above", "../x"],
  ["a path that leads above further down", "a/../../b"],
  ["a dot", "a/./b"],
  ["an absolute path", "/etc/passwd"],
  ["an empty path", ""],
  ["an empty name", "a//b"],
  ["a folder", "a/"],
  ["a zero byte", "a\0b"],
  ["half a character", "a\ud800"],
  ["a name that is too long", "n".repeat(256)],
  ["a path that is too long", "n/".repeat(512) + "n"],
  ["a file of the panel", "a/.sundial-save-1"],
  ["a file of Git", ".git/hooks/post-checkout"],
  ["a file of Git in capitals", "a/.GIT/config"],
  ["a package", "node_modules/a/index.js"],
] as const;

for (const [what, path] of hostile) {
  Deno.test(`manifest: ${what} is rejected`, () => {
    assert.throws(() => parseManifest(encode({ [path]: file })), ManifestError);
    assert(!isSharedPath(path));
  });
}

const invalid = [
  ["text that is no JSON", new TextEncoder().encode("{")],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe])],
  ["a list", encode([file])],
  ["null", encode(null)],
  ["an entry without a hash", encode({ a: { mode: PLAIN_MODE, size: 0 } })],
  ["a hash that is a path", encode({ a: { ...file, hash: "../../../../etc/passwd" } })],
  ["a mode with the set-user-ID bit", encode({ a: { ...file, mode: 0o4755 } })],
  ["a negative size", encode({ a: { ...file, size: -1 } })],
  ["a huge size", encode({ a: { ...file, size: 1e15 } })],
  ["a path that is a file and a folder", encode({ "a/b": file, "a/b/c/d": file })],
] as const;

for (const [what, bytes] of invalid) {
  Deno.test(`manifest: ${what} is rejected`, () => {
    assert.throws(() => parseManifest(bytes), ManifestError);
  });
}

Deno.test("manifest: every valid one is read as it was written, in one form", () => {
  const name = fc.oneof(
    fc.constantFrom("__proto__", "constructor", "1", "10", "2", "A", "a", "ä", "a b", "\\", "..."),
    fc.string({ minLength: 1, maxLength: 8, unit: "binary" }),
  );
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"))
    .filter(isSharedPath);
  const entry = fc.record({
    hash: fc.nat().map((seed) => seed.toString(16).padStart(64, "0")),
    mode: fc.constantFrom(PLAIN_MODE, EXECUTABLE_MODE),
    size: fc.nat(1000),
  }, { noNullPrototype: true });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(path, entry), { selector: ([path]) => path, maxLength: 12 }),
      (entries) => {
        const manifest = new Map(
          entries.filter(([path]) => !path.includes("/") || path.split("/").length === 2)
            .map(([path, file]): [string, TreeFile] => [path.replaceAll("/", "|"), file]),
        );
        const read = parseManifest(formatManifest(manifest));
        assert.deepEqual(new Map([...read].sort()), new Map([...manifest].sort()));
        const reordered = new Map([...manifest].reverse());
        assert.deepEqual(hashOfManifest(reordered), hashOfManifest(manifest));
        assert.deepEqual(diffManifests(read, manifest), { added: [], changed: [], removed: [] });
      },
    ),
  );
});

Deno.test("manifest: a comparison lists added, changed and removed paths", () => {
  const from = new Map([["same", file], ["other", file], ["mode", file], ["gone", file]]);
  const to = new Map([
    ["same", file],
    ["other", { ...file, hash: "1".repeat(64) }],
    ["mode", { ...file, mode: EXECUTABLE_MODE }],
    ["new", file],
  ]);
  assert.deepEqual(diffManifests(from, to), {
    added: ["new"],
    changed: ["other", "mode"],
    removed: ["gone"],
  });
});
