import assert from "node:assert/strict";
import { countLabels } from "./labels_dialog.tsx";

Deno.test("labels: counts the labels of several items, most frequent first", () => {
  const tasks = [{ labels: ["b", "a"] }, { labels: ["b"] }, { labels: [] }];
  assert.deepEqual(countLabels(tasks), [["b", 2], ["a", 1]]);
});
