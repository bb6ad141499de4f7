import assert from "node:assert/strict";
import { isFiltered, nextSort, readListState, readUrlState, writeListState } from "./url_state.ts";

Deno.test("variables place: the address names the dialog and whom it is about", () => {
  assert.deepEqual(readUrlState("/env", ""), { dialog: null, id: null, ids: [] });
  assert.deepEqual(readUrlState("/env/", "import=1"), { dialog: "import", id: null, ids: [] });
  assert.deepEqual(readUrlState("/env/modal", "id=7"), { dialog: "form", id: 7, ids: [] });
  assert.deepEqual(readUrlState("/env/modal", "id=x"), { dialog: "form", id: null, ids: [] });
  assert.deepEqual(readUrlState("/env/editNameModal", "ids=1,x,2"), {
    dialog: "rename",
    id: null,
    ids: [1, 2],
  });
});

Deno.test("variables place: the list is written and read, what makes no sense left out", () => {
  const state = {
    q: "a b",
    label: "密",
    state: "disabled",
    sort: { field: "name", descending: true },
  } as const;
  const written = writeListState(state);
  const search = new URLSearchParams(Object.entries(written).map(([name, value]) => [name, String(value)]));
  assert.deepEqual(readListState(search.toString()), state);
  assert.deepEqual(readListState("state=odd&sort=value"), { q: "", label: "", state: null, sort: null });
  assert.ok(isFiltered(state) && !isFiltered(readListState("sort=name")));
});

Deno.test("variables place: a column is sorted by one way, then the other, then not", () => {
  const first = nextSort(null, "updatedAt");
  assert.deepEqual(first, { field: "updatedAt", descending: true });
  const second = nextSort(first, "updatedAt");
  assert.deepEqual(second, { field: "updatedAt", descending: false });
  assert.equal(nextSort(second, "updatedAt"), null);
  assert.deepEqual(nextSort(second, "name"), { field: "name", descending: false });
});
