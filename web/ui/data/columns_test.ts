import assert from "node:assert/strict";
import {
  defaultChoice,
  defaultColumns,
  isTooWide,
  minTableWidth,
  readChoice,
  resizeColumn,
  toggleColumn,
  visibleColumns,
  widthOf,
} from "./columns.ts";

const columns = [
  { id: "name", alwaysVisible: true, share: 0.2 },
  { id: "command", minWindowWidth: 1440, minWidth: 140 },
  { id: "status", width: 150 },
  { id: "labels", width: 160, optional: true },
];
const [name, command, status] = columns as [typeof columns[0], typeof columns[0], typeof columns[0]];
const wide = () => true;

Deno.test("columns: hiding removes one, and showing restores it to its position", () => {
  const without = toggleColumn(columns, defaultChoice, "status");
  assert.deepEqual(visibleColumns(columns, without, wide), ["name", "command"]);
  const again = toggleColumn(columns, without, "status");
  assert.deepEqual(visibleColumns(columns, again, wide), defaultColumns(columns));
  const all = toggleColumn(columns, defaultChoice, "labels");
  assert.deepEqual(visibleColumns(columns, all, wide), columns.map(({ id }) => id));
});

Deno.test("columns: a narrow window hides a column until the user chooses", () => {
  const narrow = (width: number) => width < 1000;
  assert.deepEqual(visibleColumns(columns, defaultChoice, narrow), ["name", "status"]);
  const chosen = toggleColumn(columns, defaultChoice, "status");
  assert.deepEqual(visibleColumns(columns, chosen, narrow), ["name", "command"]);
});

Deno.test("columns: returns which one only the width of the window hides", () => {
  const narrow = (width: number) => width < 1000;
  const hidden = (choice = defaultChoice, hasRoom = narrow) =>
    columns.filter((column) => isTooWide(column, choice, hasRoom)).map(({ id }) => id);
  assert.deepEqual(hidden(), ["command"]);
  assert.deepEqual(hidden(defaultChoice, wide), []);
  assert.deepEqual(hidden(toggleColumn(columns, defaultChoice, "status")), []);
});

Deno.test("columns: one that is always visible cannot be hidden", () => {
  assert.equal(toggleColumn(columns, defaultChoice, "name"), defaultChoice);
});

Deno.test("columns: a width stays within bounds and can be restored", () => {
  const narrow = resizeColumn(defaultChoice, "command", 3);
  assert.equal(widthOf(command, narrow), 64);
  assert.equal(widthOf(command, resizeColumn(narrow, "command", 99_999)), 900);
  assert.equal(widthOf(command, resizeColumn(narrow, "command", null)), undefined);
});

Deno.test("columns: the table is as wide as its columns need, a share of the rest included", () => {
  assert.equal(minTableWidth([name, command, status], defaultChoice), Math.ceil((140 + 150) / 0.8));
  const wider = resizeColumn(defaultChoice, "status", 336);
  const both = [name, status];
  assert.equal(minTableWidth(both, wider) - minTableWidth(both, defaultChoice), 336 - 150);
});

Deno.test("columns: a stored choice is read back", () => {
  const choice = {
    ...resizeColumn(toggleColumn(columns, defaultChoice, "labels"), "name", 300),
    compact: true,
  };
  assert.deepEqual(readChoice(JSON.parse(JSON.stringify(choice)), columns), choice);
});

Deno.test("columns: ignores invalid stored choices, and keeps columns that are always visible", () => {
  const stored = {
    shown: ["status", "password"],
    widths: { status: "wide", toString: 5, name: 0.5 },
    compact: 1,
  };
  assert.deepEqual(readChoice(stored, columns), {
    shown: ["name", "status"],
    widths: { name: 64 },
    compact: false,
  });
  for (const broken of [undefined, null, 7, "x", []]) {
    assert.deepEqual(readChoice(broken, columns).shown, null);
  }
});
