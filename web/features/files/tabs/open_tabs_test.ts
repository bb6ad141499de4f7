import assert from "node:assert/strict";
import {
  closeTab,
  keepTab,
  noTabs,
  openTab,
  type OpenTabs,
  parseTabs,
  renameTabs,
  writeTabs,
} from "./open_tabs.ts";

const none = new Set<number>();

function open(...paths: string[]): OpenTabs {
  return paths.reduce((tabs, path) => openTab(tabs, path, { pinned: true, dirty: none }), noTabs);
}

function pathsOf({ tabs }: OpenTabs): string[] {
  return tabs.map(({ path }) => path);
}

Deno.test("open tabs: a preview replaces the previous preview", () => {
  const first = openTab(open("kept"), "a", { dirty: none });
  assert.deepEqual(pathsOf(openTab(first, "b", { dirty: none })), ["kept", "b"]);
  const edited = openTab(first, "b", { dirty: new Set([2]) });
  assert.deepEqual(pathsOf(edited), ["kept", "a", "b"], "a tab with unsaved changes stays");
  assert.deepEqual(pathsOf(openTab(keepTab(first, 2), "b", { dirty: none })), ["kept", "a", "b"]);
});

Deno.test("open tabs: an open file is shown in its existing tab", () => {
  const tabs = openTab(open("a", "b"), "a", { dirty: none });
  assert.deepEqual([pathsOf(tabs), tabs.active], [["a", "b"], "a"]);
});

Deno.test("open tabs: the twenty-first replaces the least recently used one, never an unsaved one", () => {
  const full = open(...Array.from({ length: 20 }, (_, index) => `f${index}`));
  const checked = openTab(full, "f0", { dirty: none });
  const next = openTab(checked, "new", { pinned: true, dirty: new Set([2]) });
  assert.equal(next.tabs.length, 20);
  assert.deepEqual(["f0", "f1", "f2"].map((path) => pathsOf(next).includes(path)), [true, true, false]);
});

Deno.test("open tabs: closing activates the neighbor", () => {
  const tabs = openTab(open("a", "b", "c"), "b", { dirty: none });
  assert.equal(closeTab(tabs, "b").active, "c");
  assert.equal(closeTab(open("a", "b"), "b").active, "a");
  assert.equal(closeTab(open("a"), "a").active, null);
  assert.equal(closeTab(tabs, "a").active, "b");
});

Deno.test("open tabs: a moved folder updates the paths of its files, which keep their ids", () => {
  const tabs = renameTabs(open("x/a", "xy"), "x", "z/x");
  assert.deepEqual(tabs.tabs.map(({ id, path }) => [id, path]), [[1, "z/x/a"], [2, "xy"]]);
});

Deno.test("open tabs: invalid stored tabs are ignored", () => {
  const tabs = open("a", "b");
  assert.deepEqual(writeTabs(parseTabs(writeTabs(tabs))), { tabs: ["a", "b"], active: "b" });
  for (const wrong of [undefined, null, 7, [], { tabs: "a" }]) assert.deepEqual(parseTabs(wrong), noTabs);
  assert.deepEqual(writeTabs(parseTabs({ tabs: ["a", 3, "a"], active: "gone" })), {
    tabs: ["a"],
    active: null,
  });
});
