import assert from "node:assert/strict";
import { paths } from "../../../paths.ts";
import { isFiltered, nextSort, readListState, writeListState } from "./list_address.ts";

Deno.test("list address: what it writes it reads back", () => {
  const state = {
    q: "name: backup & co",
    page: 3,
    pageSize: 50,
    sort: { field: "lastRunAt", descending: true },
    status: ["running", "queued"],
    label: "每日",
  } as const;
  const address = paths.tasks(writeListState(state));
  assert.deepEqual(readListState(address.slice(address.indexOf("?"))), state);
});

Deno.test("list address: the usual state leaves the address bare", () => {
  assert.equal(paths.tasks(writeListState(readListState(""))), "/crontab");
  assert.equal(isFiltered(readListState("?page=2&sort=name")), false);
});

Deno.test("list address: what makes no sense is left out", () => {
  const state = readListState("?page=-1&pageSize=9999&sort=password&status=idle,broken,toString");
  assert.deepEqual(state, { q: "", page: 1, pageSize: null, sort: null, status: ["idle"], label: "" });
});

Deno.test("list address: a column is sorted its natural way, then the other, then not at all", () => {
  const first = nextSort({ field: "name", descending: false }, "lastRunAt");
  assert.deepEqual(first, { field: "lastRunAt", descending: true });
  const second = nextSort(first, "lastRunAt");
  assert.deepEqual(second, { field: "lastRunAt", descending: false });
  assert.equal(nextSort(second, "lastRunAt"), null);
});
