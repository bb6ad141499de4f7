import assert from "node:assert/strict";
import { keepPresent, noSelection, type Selection, toggleAll, toggleRow } from "./selection.ts";

const order = [50, 40, 30, 20, 10];
const ids = (selection: Selection) => [...selection.ids].sort((a, b) => a - b);

Deno.test("selection: a range runs from the last chosen row, in either direction", () => {
  const one = toggleRow(noSelection, 20, { order, range: false });
  const more = toggleRow(one, 40, { order, range: true });
  assert.deepEqual(ids(more), [20, 30, 40]);
  assert.deepEqual(ids(toggleRow(more, 20, { order, range: true })), []);
});

Deno.test("selection: a range without a beginning is one row", () => {
  assert.deepEqual(ids(toggleRow(noSelection, 30, { order, range: true })), [30]);
  const gone: Selection = { ids: new Set([99]), anchor: 99 };
  assert.deepEqual(ids(toggleRow(gone, 30, { order, range: true })), [30, 99]);
});

Deno.test("selection: all are chosen, then none", () => {
  const all = toggleAll(toggleRow(noSelection, 10, { order, range: false }), order);
  assert.deepEqual(ids(all), [10, 20, 30, 40, 50]);
  assert.equal(toggleAll(all, order), noSelection);
  assert.deepEqual(ids(toggleAll(noSelection, [])), []);
});

Deno.test("selection: rows that are gone are forgotten, and nothing changes when none is", () => {
  const some = toggleAll(noSelection, order);
  assert.deepEqual(ids(keepPresent(some, [10, 20])), [10, 20]);
  assert.equal(keepPresent(some, [...order, 60]), some);
});
