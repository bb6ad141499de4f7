import assert from "node:assert/strict";
import { isFiltered, type ListState, readListState, writeListState } from "./list_address.ts";

const search = (state: ListState) =>
  new URLSearchParams(
    Object.entries(writeListState(state)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]]
    ),
  ).toString();

Deno.test("subscription list address: a formatted state parses back, and the default adds nothing to the URL", () => {
  const state: ListState = {
    q: "日 sync",
    status: ["running", "queued"],
    sort: { field: "nextRunAt", descending: true },
    page: 3,
  };
  assert.deepEqual(readListState(search(state)), state);
  assert.equal(search(readListState("")), "");
});

Deno.test("subscription list address: ignores invalid values", () => {
  const state = readListState("?status=idle,gone&sort=constructor&page=-2");
  assert.deepEqual(state, { q: "", status: ["idle"], sort: null, page: 1 });
  assert.ok(isFiltered(state));
});
