import assert from "node:assert/strict";
import {
  columnIds,
  minWidth,
  readChoice,
  resizeColumn,
  toggleColumn,
  usualChoice,
  visibleColumns,
  widthOf,
} from "./columns.ts";

Deno.test("columns: a hidden one goes, a shown one comes to its own place", () => {
  const without = toggleColumn(usualChoice, "status");
  assert.ok(!visibleColumns(without).includes("status"));
  assert.deepEqual(visibleColumns(toggleColumn(without, "status")), visibleColumns(usualChoice));
  const all = columnIds.reduce(
    (choice, id) => visibleColumns(choice).includes(id) ? choice : toggleColumn(choice, id),
    usualChoice,
  );
  assert.deepEqual(visibleColumns(all), columnIds);
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
  const visible = ["name", "status"] as const;
  assert.equal(
    minWidth(wider, visible) - minWidth(usualChoice, visible),
    336 - (widthOf(usualChoice, "status") ?? 0),
  );
});

Deno.test("columns: what was kept is read back", () => {
  const choice = resizeColumn(toggleColumn(usualChoice, "labels"), "name", 300);
  assert.deepEqual(readChoice(JSON.parse(JSON.stringify(choice))), choice);
});

Deno.test("columns: what makes no sense is left out, and the name stays", () => {
  const stored = { shown: ["status", "password"], widths: { status: "wide", toString: 5, name: 0.5 } };
  assert.deepEqual(readChoice(stored), { shown: ["name", "status"], widths: { name: 64 } });
  for (const broken of [undefined, null, 7, "x", []]) {
    assert.deepEqual(visibleColumns(readChoice(broken)), visibleColumns(usualChoice));
  }
});
