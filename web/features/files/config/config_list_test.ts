import assert from "node:assert/strict";
import { listConfig } from "./config_list.tsx";

Deno.test("configuration: known files come first in the order they apply, then the user's by name", () => {
  const lines = listConfig({
    files: ["own.json", "task_after.sh", "config.sh", "certs/a.pem"],
    samples: ["config.sh", "task_before.sh"],
  });
  assert.deepEqual(lines.map(({ path, exists, hasSample }) => [path, exists, hasSample]), [
    ["config.sh", true, true],
    ["task_before.sh", false, true],
    ["task_after.sh", true, false],
    ["certs/a.pem", true, false],
    ["own.json", true, false],
  ]);
  assert.deepEqual(lines.map(({ purpose }) => purpose !== null), [true, true, true, false, false]);
});
