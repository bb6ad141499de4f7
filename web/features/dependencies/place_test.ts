import assert from "node:assert/strict";
import { readPlace } from "./place.ts";

Deno.test("dependencies: the address says the type, what is looked for and the dialog", () => {
  assert.deepEqual(readPlace("/dependence", "?type=python&q=a&state=installed&sort=-name&page=3"), {
    ...{
      type: "python",
      q: "a",
      state: "installed",
      sort: { field: "name", descending: true },
      page: 3,
      dialog: null,
      id: null,
      name: "",
    },
  });
  assert.deepEqual(readPlace("/dependence/modal/", "?type=deno&name=npm:a").dialog, "form");
  assert.deepEqual(readPlace("/dependence/logModal", "?id=7").id, 7);
});

Deno.test("dependencies: what the address says wrongly counts as not said", () => {
  const place = readPlace("/dependence", "?type=ruby&state=odd&sort=odd&page=-1&id=x");
  assert.deepEqual([place.type, place.state, place.sort, place.page, place.id], [
    "node",
    null,
    null,
    1,
    null,
  ]);
});
