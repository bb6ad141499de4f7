import assert from "node:assert/strict";
import type { Parameter } from "../../../../server/contract/parameters.ts";
import { addRow, parametersOf, rowsOf } from "./parameter_rows.ts";

const none = { required: false, default: null, pattern: null, min: null, max: null, choices: null };
const parameters: Parameter[] = [
  {
    ...none,
    name: "target",
    type: "text",
    label: { en: "Target", zh: "目标" },
    help: "Where",
    pattern: "a+",
  },
  { ...none, name: "count", type: "number", default: 3, min: 0, max: 10.5, required: true },
  { ...none, name: "level", type: "choice", choices: ["a", "b"], default: "a" },
  { ...none, name: "full", type: "switch", default: false },
  { ...none, name: "day", type: "date", min: "2026-01-01", label: "Day" },
  { ...none, name: "token", type: "secret", pattern: "[a-z]+" },
];

Deno.test("parameter rows: unchanged parameters are sent as they were", () => {
  assert.deepEqual(parametersOf(rowsOf(parameters)), parameters);
});

Deno.test("parameter rows: another type leaves out what it does not have", () => {
  const rows = rowsOf(parameters).map((row) => ({ ...row, type: "secret" as const, default: null }));
  assert.deepEqual(
    parametersOf(rows).map(({ min, max, choices, default: usual }) => [min, max, choices, usual]),
    rows.map(() => [null, null, null, null]),
  );
});

Deno.test("parameter rows: typed numbers are numbers, anything else is sent for the server to reject", () => {
  const [row] = rowsOf([parameters[1]!]);
  const read = (more: object) => parametersOf([{ ...row!, ...more }])[0]!;
  assert.deepEqual(
    [read({ min: " 2 " }).min, read({ default: "4" }).default, read({ default: "x" }).default],
    [2, 4, "x"],
  );
  assert.deepEqual([read({ min: "" }).min, read({ default: "" }).default], [null, null]);
});

Deno.test("parameter rows: one label is enough, and a new row has an id of its own", () => {
  const [row] = rowsOf([parameters[0]!]);
  assert.equal(parametersOf([{ ...row!, label: { en: " ", zh: "目标" } }])[0]!.label, "目标");
  assert.equal(parametersOf([{ ...row!, label: { en: "", zh: "" } }])[0]!.label, undefined);
  const rows = addRow(addRow(rowsOf(parameters)).slice(3));
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});
