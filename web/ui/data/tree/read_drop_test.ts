import assert from "node:assert/strict";
import { type DropEntry, readEntries } from "./read_drop.ts";

function file(name: string): DropEntry {
  return { isFile: true, isDirectory: false, name, file: (done) => done(new File(["x"], name)) };
}

/** Returns its entries a few at a time, as browsers do. */
function folder(name: string, inside: DropEntry[]): DropEntry {
  return {
    ...{ isFile: false, isDirectory: true, name },
    createReader() {
      let at = 0;
      return { readEntries: (done) => done(inside.slice(at, at += 2)) };
    },
  };
}

Deno.test("read drop: reads folders recursively and completely, including empty ones", async () => {
  const dropped = await readEntries([
    folder("top", [file("a"), folder("deep", [file("b"), file("c"), file("d")]), folder("empty", [])]),
    file("alone"),
  ]);
  assert.deepEqual(dropped.map(({ path, file }) => `${path}${file ? "" : "/"}`), [
    ...["top/a", "top/deep/b", "top/deep/c", "top/deep/d", "top/empty/", "alone"],
  ]);
});

Deno.test("read drop: an unreadable folder is an error, not an empty folder", async () => {
  const broken: DropEntry = {
    ...{ isFile: true, isDirectory: false, name: "x" },
    file: (_, failed) => failed(new Error("gone")),
  };
  await assert.rejects(readEntries([broken]), /gone/);
});
