import assert from "node:assert/strict";
import { type FailedRunRow, failureOf } from "./run_failure.ts";

const row: FailedRunRow = {
  ...{ state: "failed", exit_code: 1, signal: null, detail: null, duration_ms: 5, log_path: "a.log" },
  time_limit_ms: null,
};
const reasonIn = async (log: string) => (await failureOf(row, () => Promise.resolve(log))).lastLine;

const missing = `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module 'left-pad'
Require stack:
- /scripts/boom.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Module.require (node:internal/modules/cjs/loader:1298:19) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/scripts/boom.js' ]
}

Node.js v20.20.2`;

const logs: Record<string, [log: string, reason: string | null]> = {
  "of a shell is the last line": ["first\nlast", "last"],
  "of a module that Node.js misses": [missing, "Error: Cannot find module 'left-pad'"],
  "of an error that Node.js did not catch": [
    "/scripts/boom.js:1\na.b.c()\n^\n\nTypeError: a is not a function\n    at file.js:1:1\n\nNode.js v22.1.0",
    "TypeError: a is not a function",
  ],
  "of a value that is no error": [
    "/scripts/boom.js:1\nthrow 'stop';\n^\nstop\n(Use `node --trace-uncaught ...` to show it)\n\nNode.js v22.1.0",
    "stop",
  ],
  "of a stack that is cut": ["    at file.js:1:1\n\nNode.js v22.1.0", "Node.js v22.1.0"],
  "of a script that prints the version": ["ready\nNode.js is missing", "Node.js is missing"],
  "without output": ["", null],
};
for (const [what, [log, reason]] of Object.entries(logs)) {
  Deno.test(`reason of a failure: ${what}`, async () => assert.equal(await reasonIn(log), reason));
}
