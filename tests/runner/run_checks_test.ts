import assert from "node:assert/strict";
import { checksOf } from "./run_checks.ts";

const format = ["fmt", "--check"];
const fastTypes = ["run", "-A", "tools/check_types.ts"];

Deno.test("checks: the whole test leaves the types to Deno itself", () => {
  assert.deepEqual(checksOf({ whole: true, changed: null }), [
    format,
    ["lint", "--permit-no-files"],
    ["check", "--quiet"],
  ]);
});

Deno.test("checks: only changed code is linted, unless the rules have changed", () => {
  const lintOf = (...changed: string[]) => checksOf({ whole: false, changed });
  assert.deepEqual(lintOf("server/app.ts", "README.md", "web/app.tsx"), [
    format,
    ["lint", "--permit-no-files", "server/app.ts", "web/app.tsx"],
    fastTypes,
  ]);
  assert.deepEqual(lintOf("README.md"), [format, fastTypes]);
  for (const rules of ["deno.json", "tests/architecture/rules/names.ts"]) {
    assert.deepEqual(lintOf("server/app.ts", rules), [format, ["lint", "--permit-no-files"], fastTypes]);
  }
});
