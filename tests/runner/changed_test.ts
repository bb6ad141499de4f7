import assert from "node:assert/strict";
import { reachedBy } from "./changed.ts";

const sources = new Map(Object.entries({
  "server/features/tasks/rules.ts": "",
  "server/features/tasks/service.ts": `import { rules } from "./rules.ts";`,
  "server/features/tasks/service_test.ts": `import { open } from "./service.ts";`,
  "server/features/variables/service_test.ts": `import { open } from "./service.ts";`,
  "server/features/runs/service_test.ts": `import type { Rules } from "../tasks/rules.ts";`,
  "server/services.ts": `import { open } from "./features/tasks/service.ts";`,
  "tests/support/scene.ts": `const { open } = await import("../../server/services.ts");`,
  "tests/api/task_trash_test.ts": `import { scene } from "../support/scene.ts";`,
  "tests/api/variables_test.ts": `import { scene } from "../support/scene.ts";`,
}));

function reached(...changed: string[]): string[] {
  return [...sources.keys()].filter((path) => path.endsWith("_test.ts")).filter(reachedBy(changed, sources));
}

Deno.test("changed files: reach the tests that load them, and the API tests of their feature", () => {
  assert.deepEqual(reached("server/features/tasks/rules.ts"), [
    "server/features/tasks/service_test.ts",
    "tests/api/task_trash_test.ts",
  ]);
  assert.deepEqual(reached("server/features/variables/service_test.ts"), [
    "server/features/variables/service_test.ts",
    "tests/api/variables_test.ts",
  ]);
  assert.deepEqual(reached("tests/support/scene.ts"), [
    "tests/api/task_trash_test.ts",
    "tests/api/variables_test.ts",
  ]);
  assert.deepEqual(reached("docs/en/tasks.md"), []);
});

Deno.test("changed files: the rules about all files run whatever changed", () => {
  assert.equal(reachedBy([], sources)("tests/architecture/docs_test.ts"), true);
});
