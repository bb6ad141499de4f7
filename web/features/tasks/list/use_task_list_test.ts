import assert from "node:assert/strict";
import { joinPages, pagesOf } from "./use_task_list.ts";

Deno.test("endless list: returns the pages that contain the rows", () => {
  assert.deepEqual(pagesOf(0, 0, 200), [1]);
  assert.deepEqual(pagesOf(199, 200, 200), [1, 2]);
  assert.deepEqual(pagesOf(9_950, 9_999, 200), [50]);
  assert.deepEqual(pagesOf(5, 4, 200), [1]);
  assert.deepEqual(pagesOf(400, 3, 200), []);
});

Deno.test("endless list: pages are at their indexes, with gaps between them", () => {
  const pages = new Map([[3, ["e"]], [1, ["a", "b"]]]);
  assert.deepEqual(joinPages(pages, 5, 2), ["a", "b", undefined, undefined, "e"]);
});

Deno.test("endless list: omits rows beyond the current total", () => {
  assert.deepEqual(joinPages(new Map([[1, ["a", "b"]], [2, ["c"]]]), 1, 2), ["a"]);
  assert.deepEqual(joinPages(new Map(), 0, 2), []);
});
