import assert from "node:assert/strict";
import {
  foldersAbove,
  type Level,
  listRows,
  mayMove,
  movedPath,
  openFolders,
  outermost,
  type TreeItem,
} from "./tree_rows.ts";

function item(path: string, expandable = false): TreeItem {
  return { path, name: path.slice(path.lastIndexOf("/") + 1), expandable };
}

function loaded(...items: TreeItem[]): Level<TreeItem> {
  return { items, error: null };
}

const levels = new Map<string, Level<TreeItem>>([
  ["", loaded(item("a", true), item("b", true), item("c.js"))],
  ["a", loaded(item("a/x", true), item("a/y.js"))],
  ["b", loaded()],
]);

function drawn(rows: ReturnType<typeof listRows>): string[] {
  return rows.map((row) => `${"  ".repeat(row.level - 1)}${row.kind === "item" ? row.item.name : row.kind}`);
}

Deno.test("tree rows: an open folder shows its contents below it, one level deeper", () => {
  const rows = listRows({ levels, expanded: new Set(["a", "b"]) });
  assert.deepEqual(drawn(rows), ["a", "  x", "  y.js", "b", "  empty", "c.js"]);
  const [, x] = rows;
  assert.ok(x?.kind === "item");
  assert.deepEqual([x.position, x.count, x.expanded, x.parent], [1, 2, false, "a"]);
});

Deno.test("tree rows: a loading folder and a failed folder have a status row", () => {
  const states = new Map([...levels, ["b", { items: undefined, error: new Error("no") }]]);
  assert.deepEqual(drawn(listRows({ levels: states, expanded: new Set(["a", "a/x", "b"]) })), [
    ...["a", "  x", "    loading", "  y.js", "b", "  failed", "c.js"],
  ]);
  const old = new Map([["", { ...loaded(item("kept")), error: new Error("no") }]]);
  assert.deepEqual(drawn(listRows({ levels: old, expanded: new Set() })), ["kept"]);
});

Deno.test("tree rows: a filter keeps matches and the folders that lead to them", () => {
  assert.deepEqual(drawn(listRows({ levels, expanded: new Set(["a", "b"]), filter: "Y" })), ["a", "  y.js"]);
});

Deno.test("tree rows: the root may have its own row", () => {
  const rows = listRows({ levels, expanded: new Set(), root: item("", true) });
  assert.deepEqual(drawn(rows), ["", "  a", "  b", "  c.js"]);
});

Deno.test("tree rows: lists a folder with thousands of entries completely", () => {
  const items = Array.from({ length: 200_000 }, (_, n) => item(`d/${n}`));
  const many = new Map([["", loaded(item("d", true))], ["d", { items, error: null }]]);
  assert.equal(listRows({ levels: many, expanded: new Set(["d"]) }).length, 200_001);
});

Deno.test("tree rows: loads only folders whose parents are all open", () => {
  assert.deepEqual(openFolders(new Set(["a", "a/x", "b/deep"])), ["", "a", "a/x"]);
  assert.deepEqual(foldersAbove("a/x/y.js"), ["a", "a/x"]);
});

Deno.test("tree rows: items inside a moved folder move with it, not twice", () => {
  const selected = [item("a", true), item("a/y.js"), item("ab")];
  assert.deepEqual(outermost(selected).map(({ path }) => path), ["a", "ab"]);
  assert.equal(movedPath("a/y.js", "a", "z/a"), "z/a/y.js");
  assert.equal(movedPath("ab", "a", "z"), null);
});

Deno.test("tree rows: nothing moves into itself or to where it already is", () => {
  assert.equal(mayMove([item("a", true)], "a/x"), false);
  assert.equal(mayMove([item("a", true)], "a"), false);
  assert.equal(mayMove([item("a/y.js")], "a"), false);
  assert.equal(mayMove([item("a/y.js")], ""), true);
  assert.equal(mayMove([item("a", true)], "ab"), true);
});
