import assert from "node:assert/strict";
import { dropRow, keepPresent, noSelection, type Selection, toggleAll, toggleRow } from "./use_selection.ts";

interface Row {
  id: number;
  name: string;
}

const rows: Row[] = [5, 3, 9, 1, 7].map((id) => ({ id, name: `row ${id}` }));
const none: Selection<Row> = noSelection;
const [five, three, nine, one] = rows as [Row, Row, Row, Row, Row];

function ids(selection: Selection<Row>): number[] {
  return [...selection.chosen.keys()];
}

Deno.test("selection: toggling a row makes it the start of a range", () => {
  const chosen = toggleRow(none, three);
  assert.deepEqual(ids(chosen), [3]);
  assert.equal(chosen.anchor, 3);
  assert.deepEqual(ids(toggleRow(chosen, three)), []);
});

Deno.test("selection: a range gets the state of the row it ends at", () => {
  const first = toggleRow(none, three);
  const range = toggleRow(first, one, [three, nine, one]);
  assert.deepEqual(ids(range), [3, 9, 1]);
  assert.deepEqual(ids(toggleRow(range, nine, [nine, one])), [3]);
});

Deno.test("selection: toggling all selects every row, then none", () => {
  const all = toggleAll(toggleRow(none, five), rows);
  assert.deepEqual(ids(all), [5, 3, 9, 1, 7]);
  assert.equal(toggleAll(all, rows), noSelection);
  assert.deepEqual(ids(toggleAll(none, [])), []);
});

Deno.test("selection: drops missing rows and updates the others", () => {
  const chosen = toggleRow(toggleRow(none, three), nine);
  assert.equal(keepPresent(chosen, rows), chosen);
  const renamed = { ...nine, name: "new" };
  const stored = keepPresent(chosen, [five, renamed]);
  assert.deepEqual([...stored.chosen.values()], [renamed]);
});

Deno.test("selection: drops one row, and does not change when it was not selected", () => {
  const chosen = toggleRow(toggleRow(none, three), nine);
  assert.deepEqual(ids(dropRow(chosen, 3)), [9]);
  assert.equal(dropRow(chosen, 1), chosen);
});
