import assert from "node:assert/strict";
import { columnSort, type ListSort, nextSort, readListSort, writeListSort } from "./list_sort.ts";

const fields = ["name", "updatedAt"] as const;

Deno.test("order of a list: read from an address as it was written; what is no field is no order", () => {
  for (const text of ["name", "-updatedAt"]) assert.equal(writeListSort(readListSort(text, fields)), text);
  for (const text of ["", "-", "odd", "--name"]) assert.equal(readListSort(text, fields), null);
  assert.equal(writeListSort(null), undefined);
});

Deno.test("order of a list: a column sorts upwards, then downwards, then not; another begins anew", () => {
  const first = nextSort<"name" | "updatedAt">(null, "updatedAt");
  assert.deepEqual(first, { field: "updatedAt", descending: false });
  const second = nextSort(first, "updatedAt");
  assert.deepEqual(second, { field: "updatedAt", descending: true });
  assert.equal(nextSort(second, "updatedAt"), null);
  assert.deepEqual(nextSort(second, "name"), { field: "name", descending: false });
});

Deno.test("order of a list: the head of a column shows its own order only", () => {
  const sort: ListSort<"name" | "updatedAt"> = { field: "name", descending: true };
  assert.equal(columnSort(sort, "name", () => {}).sort, "descending");
  assert.equal(columnSort(sort, "updatedAt", () => {}).sort, undefined);
});
