import assert from "node:assert/strict";
import { findTyped, type KeyPress, readTreeKey } from "./tree_keys.ts";
import { listRows, type TreeItem } from "./tree_rows.ts";

function item(path: string, expandable = false): TreeItem {
  return { path, name: path.slice(path.lastIndexOf("/") + 1), expandable };
}

const rows = listRows({
  levels: new Map([
    ["", { items: [item("apple", true), item("banana", true), item("Berry.js")], error: null }],
    ["apple", { items: [item("apple/core.js")], error: null }],
  ]),
  expanded: new Set(["apple"]),
});

function press(key: string, at: number, held: Partial<KeyPress> = {}) {
  return readTreeKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, {
    rows,
    at,
    page: 2,
  });
}

Deno.test("tree keys: up, down and page keys move within the rows", () => {
  assert.deepEqual(press("ArrowDown", 0), { type: "go", index: 1, select: "only" });
  assert.deepEqual(press("ArrowUp", 0), { type: "go", index: 0, select: "only" });
  assert.deepEqual(press("PageDown", 0), { type: "go", index: 2, select: "only" });
  assert.deepEqual(press("End", 0), { type: "go", index: 3, select: "only" });
  assert.deepEqual(press("Home", 3), { type: "go", index: 0, select: "only" });
});

Deno.test("tree keys: Shift selects the range moved over, Ctrl keeps the selection", () => {
  assert.deepEqual(press("ArrowDown", 0, { shiftKey: true }), { type: "go", index: 1, select: "range" });
  assert.deepEqual(press("ArrowDown", 0, { ctrlKey: true }), { type: "go", index: 1, select: "none" });
  assert.deepEqual(press("a", 0, { metaKey: true }), { type: "all" });
});

Deno.test("tree keys: right opens a folder, then enters it; left leaves it, then closes it", () => {
  assert.deepEqual(press("ArrowRight", 2), { type: "expand" });
  assert.deepEqual(press("ArrowRight", 0), { type: "go", index: 1, select: "only" });
  assert.deepEqual(press("ArrowLeft", 1), { type: "go", index: 0, select: "only" });
  assert.deepEqual(press("ArrowLeft", 0), { type: "collapse" });
  assert.equal(press("ArrowRight", 3), null);
  assert.equal(press("ArrowLeft", 3), null);
});

Deno.test("tree keys: each action has a key, and browser shortcuts still work", () => {
  const actions = ["Enter", " ", "F2", "Delete", "ContextMenu", "Escape"].map((key) => press(key, 0)?.type);
  assert.deepEqual(actions, ["open", "toggle", "rename", "remove", "menu", "clear"]);
  assert.deepEqual(press("F10", 0, { shiftKey: true }), { type: "menu" });
  assert.deepEqual([press("Tab", 0), press("r", 0, { ctrlKey: true }), press("x", 0, { altKey: true })], [
    ...[null, null, null],
  ]);
});

Deno.test("tree keys: typing moves to the next name with that prefix", () => {
  assert.deepEqual(press("b", 0), { type: "typeahead", letter: "b" });
  assert.equal(findTyped({ rows, at: 0, page: 2 }, "b"), 2);
  assert.equal(findTyped({ rows, at: 2, page: 2 }, "b"), 3);
  assert.equal(
    findTyped({ rows, at: 3, page: 2 }, "bb"),
    2,
    "the same letter again continues, and wraps around",
  );
  assert.equal(findTyped({ rows, at: 2, page: 2 }, "be"), 3);
  assert.equal(findTyped({ rows, at: 3, page: 2 }, "ber"), 3, "more letters stay at a matching name");
  assert.equal(findTyped({ rows, at: 0, page: 2 }, "x"), -1);
});
