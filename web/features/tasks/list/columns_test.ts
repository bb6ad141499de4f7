import assert from "node:assert/strict";
import {
  columnIds,
  leastWidth,
  readChoice,
  resizeColumn,
  shownColumns,
  toggleColumn,
  usualChoice,
  widthOf,
} from "./columns.ts";

Deno.test("columns: a hidden one goes, a shown one comes to its own place", () => {
  const without = toggleColumn(usualChoice, "status");
  assert.ok(!shownColumns(without).includes("status"));
  assert.deepEqual(shownColumns(toggleColumn(without, "status")), shownColumns(usualChoice));
  const all = columnIds.reduce(
    (choice, id) => shownColumns(choice).includes(id) ? choice : toggleColumn(choice, id),
    usualChoice,
  );
  assert.deepEqual(shownColumns(all), columnIds);
});

Deno.test("columns: the name cannot be hidden", () => {
  assert.equal(toggleColumn(usualChoice, "name"), usualChoice);
});

Deno.test("columns: a width stays within bounds and can be given back", () => {
  const narrow = resizeColumn(usualChoice, "command", 3);
  assert.equal(widthOf(narrow, "command"), 64);
  assert.equal(widthOf(resizeColumn(narrow, "command", 99_999), "command"), 900);
  assert.equal(widthOf(resizeColumn(narrow, "command", null), "command"), null);
});

Deno.test("columns: the table asks for the room of what it shows", () => {
  const wider = resizeColumn(usualChoice, "status", 336);
  const shown = ["name", "status"] as const;
  assert.equal(
    leastWidth(wider, shown) - leastWidth(usualChoice, shown),
    336 - (widthOf(usualChoice, "status") ?? 0),
  );
});

Deno.test("columns: what was kept is read back", () => {
  const choice = resizeColumn(toggleColumn(usualChoice, "labels"), "name", 300);
  assert.deepEqual(readChoice(JSON.parse(JSON.stringify(choice))), choice);
});

Deno.test("columns: what makes no sense is left out, and the name stays", () => {
  const kept = { shown: ["status", "password"], widths: { status: "wide", toString: 5, name: 0.5 } };
  assert.deepEqual(readChoice(kept), { shown: ["name", "status"], widths: { name: 64 } });
  for (const broken of [undefined, null, 7, "x", []]) {
    assert.deepEqual(shownColumns(readChoice(broken)), shownColumns(usualChoice));
  }
});
