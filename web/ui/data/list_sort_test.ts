import assert from "node:assert/strict";
import { columnSort, type ListSort, nextSort, readListSort, writeListSort } from "./list_sort.ts";

const fields = ["name", "updatedAt"] as const;

Deno.test("list sort: a formatted order parses back, and an unknown field is no order", () => {
  for (const text of ["name", "-updatedAt"]) assert.equal(writeListSort(readListSort(text, fields)), text);
  for (const text of ["", "-", "odd", "--name"]) assert.equal(readListSort(text, fields), null);
  assert.equal(writeListSort(null), undefined);
});

Deno.test("list sort: a column goes from ascending to descending to none, and another column starts over", () => {
  const first = nextSort<"name" | "updatedAt">(null, "updatedAt");
  assert.deepEqual(first, { field: "updatedAt", descending: false });
  const second = nextSort(first, "updatedAt");
  assert.deepEqual(second, { field: "updatedAt", descending: true });
  assert.equal(nextSort(second, "updatedAt"), null);
  assert.deepEqual(nextSort(second, "name"), { field: "name", descending: false });
});

Deno.test("list sort: a column header shows only its own order", () => {
  const sort: ListSort<"name" | "updatedAt"> = { field: "name", descending: true };
  assert.equal(columnSort(sort, "name", () => {}).sort, "descending");
  assert.equal(columnSort(sort, "updatedAt", () => {}).sort, undefined);
});
