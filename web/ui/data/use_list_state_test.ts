import assert from "node:assert/strict";
import { readListSort, writeListSort } from "./use_list_state.ts";

const fields = ["name", "updatedAt"] as const;

Deno.test("list sort: a formatted order parses back, and an unknown field is no order", () => {
  for (const text of ["name", "-updatedAt"]) assert.equal(writeListSort(readListSort(text, fields)), text);
  for (const text of ["", "-", "odd", "--name"]) assert.equal(readListSort(text, fields), null);
  assert.equal(writeListSort(null), undefined);
});
