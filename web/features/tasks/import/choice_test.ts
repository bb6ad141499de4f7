import assert from "node:assert/strict";
import type { ImportedLine } from "../../../../server/contract/crontab_import.ts";
import { chosenLines, nameLine, toggleLine, usualChoice } from "./choice.ts";

const task = { name: "a", command: "a", schedules: ["@daily"] };
const line = (number: number, warnings: ImportedLine["remarks"], taken: typeof task | null = task) => ({
  line: number,
  text: "",
  task: taken,
  schedule: null,
  taskId: null,
  remarks: warnings,
});
const lines = [
  line(1, []),
  line(2, ["disabled_line"]),
  line(3, ["exists_already"]),
  line(4, ["not_a_rule"], null),
  line(5, ["mail_not_sent"]),
];

Deno.test("import choice: disabled, existing and invalid rules are deselected by default", () => {
  assert.deepEqual(chosenLines(usualChoice(lines)), [{ line: 1 }, { line: 5 }]);
});

Deno.test("import choice: toggles lines, and sends names only of selected ones", () => {
  let choice = toggleLine(toggleLine(usualChoice(lines), 2), 1);
  choice = nameLine(nameLine(nameLine(choice, 2, " Old "), 1, "Unused"), 5, "  ");
  assert.deepEqual(chosenLines(choice), [{ line: 5 }, { line: 2, name: "Old" }]);
});
