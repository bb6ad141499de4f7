import assert from "node:assert/strict";
import { MAX_REPORTED_ITEMS } from "../../contract/imports.ts";
import type { ItemNote } from "./import_content.ts";
import { addOutcome, newReport } from "./import_report.ts";

Deno.test("import report: what needs a review is listed, however many items there are", () => {
  const { scripts } = newReport([]);
  const add = (name: string, notes: ItemNote[] = []) =>
    addOutcome(scripts, name, { state: "created", target: name, notes });
  add("first", [{ note: "old_paths" }]);
  for (let index = 1; index < MAX_REPORTED_ITEMS; index++) add(`${index}`);
  add("plain");
  add("routine", [{ note: "disabled_there" }]);
  add("late", [{ note: "old_paths" }]);
  add("later", [{ note: "renamed" }]);
  const names = scripts.items.map(({ name }) => name);
  assert.deepEqual([scripts.created, names.length], [MAX_REPORTED_ITEMS + 4, MAX_REPORTED_ITEMS]);
  assert.deepEqual([names[0], names[1], ...names.slice(-3)], [
    "first",
    "1",
    `${MAX_REPORTED_ITEMS - 3}`,
    "late",
    "later",
  ]);
});
