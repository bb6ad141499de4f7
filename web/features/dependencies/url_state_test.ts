import assert from "node:assert/strict";
import { readUrlState } from "./url_state.ts";

Deno.test("dependencies: the URL stores the type, the search and the dialog", () => {
  assert.deepEqual(readUrlState("/dependence", "?type=python&q=a&state=installed&sort=-name&page=3"), {
    ...{
      type: "python",
      q: "a",
      state: "installed",
      sort: { field: "name", descending: true },
      page: 3,
      dialog: null,
      id: null,
      name: "",
      subscription: null,
    },
  });
  assert.deepEqual(readUrlState("/dependence/modal/", "?type=deno&name=npm:a").dialog, "form");
  assert.deepEqual(readUrlState("/dependence/logModal", "?id=7").id, 7);
});

Deno.test("dependencies: ignores invalid values in the URL", () => {
  const urlState = readUrlState("/dependence", "?type=ruby&state=odd&sort=odd&page=-1&id=x");
  assert.deepEqual([urlState.type, urlState.state, urlState.sort, urlState.page, urlState.id], [
    "node",
    null,
    null,
    1,
    null,
  ]);
});
