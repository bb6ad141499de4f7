import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../contract/app_error.ts";
import { joinNames, splitPath } from "./path_names.ts";

function rejection(path: string): string {
  try {
    splitPath(path, "from");
    return "none";
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.issues.map(({ path, code }) => `${path} ${code}`).join();
  }
}

Deno.test("path names: splits a path into its names, and the empty path into none", () => {
  assert.deepEqual(splitPath(""), []);
  for (const path of ["a", "a/b.js", "é/汉 字/🌞", "a\\b", "..a/b..", ".hidden", "a\nb", " ", "%2e%2e"]) {
    assert.deepEqual(splitPath(path), path.split("/"), path);
  }
});

Deno.test("path names: rejects names that lead up, are empty, too long or reserved, at their field", () => {
  const bad = [
    "/",
    "/a",
    "a/",
    "a//b",
    ".",
    "..",
    "a/./b",
    "a/../b",
    "\0",
    "a\0",
    "\ud800",
    "x".repeat(256),
    "汉".repeat(86),
  ];
  for (const path of [...bad, "abc/".repeat(300) + "x"]) assert.equal(rejection(path), "from bad_path", path);
  assert.equal(rejection("a/.sundial-save-1"), "from reserved_name");
  assert.equal(rejection("x".repeat(255)), "none");
});

Deno.test("path names: every accepted path stays below the folder it is joined to", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", ".", "/", "\\", "\0", "%", "é") }), (path) => {
    if (rejection(path) !== "none") return;
    const { pathname } = new URL(`file:///root/${path.split("/").map(encodeURIComponent).join("/")}`);
    assert.ok(pathname.startsWith("/root/"));
    assert.equal(joinNames(...splitPath(path)), path);
  }));
});
