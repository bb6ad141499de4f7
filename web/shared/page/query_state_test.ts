import assert from "node:assert/strict";
import { either, id, listOf, manyOf, oneOf, page, queryState, sort, text } from "./query_state.ts";

const query = queryState({ q: text(), kinds: manyOf(["a", "b"]), state: oneOf({ on: 1, off: 0 }) }, {
  sort: sort(["name"]),
  page: page(),
  size: either(id(500), oneOf(["all"])),
  ids: listOf(id()),
});

Deno.test("query state: every value parses back, and is written in the order of the fields", () => {
  const search = "q=a+b&kinds=b%2Ca&state=off&sort=-name&page=3&size=all&ids=7%2C8";
  const state = query.read(`?${search}`);
  assert.deepEqual(state, {
    ...{ q: "a b", kinds: ["b", "a"], state: "off" },
    ...{ sort: { field: "name", descending: true }, page: 3, size: "all", ids: [7, 8] },
  });
  const entries = Object.entries(query.write(state)).map(([name, value]) => [name, String(value)]);
  assert.equal(new URLSearchParams(entries).toString(), search);
});

Deno.test("query state: absent and invalid values are the usual ones, which are not written", () => {
  const usual = query.read("");
  assert.deepEqual(query.read("kinds=c,,toString&state=toString&sort=x&page=0&size=501&ids=1.5,1e99"), usual);
  assert.deepEqual(query.write(usual), {});
  assert.deepEqual(query.noFilters, { q: "", kinds: [], state: null });
});

Deno.test("query state: only filters make a list filtered", () => {
  assert.equal(query.isFiltered(query.read("sort=name&page=2&ids=1")), false);
  assert.equal(query.isFiltered(query.read("kinds=a")), true);
});
