import assert from "node:assert/strict";
import { readFailures } from "./read_failures.ts";

const output = `running 2 tests from ./tests/api/a_test.ts
a: adds ... FAILED (2ms)
b: keeps ... ok (1ms)

 ERRORS 

a: adds => ./tests/api/a_test.ts:3:6
error: AssertionError: 1 !== 2

 FAILURES 

a: adds => ./tests/api/a_test.ts:3:6

FAILED | 1 passed | 1 failed (12ms)
`;

Deno.test("failures: the errors are found in the output, and cut when they are long", () => {
  assert.equal(
    readFailures(output),
    "a: adds => ./tests/api/a_test.ts:3:6\nerror: AssertionError: 1 !== 2",
  );
  assert.ok(readFailures(output.replace("1 !== 2", "x".repeat(100_000))).length < 3100);
});

Deno.test("failures: a file that does not load is described by the end of the output", () => {
  assert.equal(readFailures("error: Module not found\n"), "error: Module not found");
});
