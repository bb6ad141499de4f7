import assert from "node:assert/strict";
import { isFiltered, readListState, readUrlState, writeListState } from "./url_state.ts";

Deno.test("variables location: the URL names the dialog and its subject", () => {
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

Deno.test("variables location: the state of the list parses back, without invalid values", () => {
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
