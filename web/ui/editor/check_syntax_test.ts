import assert from "node:assert/strict";
import { firstSyntaxError } from "./check_syntax.ts";

Deno.test("first syntax error: from the server for a language that it parses", async () => {
  const diagnose = () => Promise.resolve([{ line: 13, message: "unexpected end of file" }]);
  const shell = { language: "shell" as const, fileName: "a.sh", diagnose };
  assert.deepEqual(await firstSyntaxError("if true\n", shell), {
    line: 13,
    message: "unexpected end of file",
  });
  assert.equal(await firstSyntaxError("", { ...shell, diagnose: () => Promise.resolve([]) }), null);
});

Deno.test("first syntax error: of a script, with its line", async () => {
  const script = { language: "javascript" as const, fileName: "a.js", diagnose: undefined };
  assert.equal((await firstSyntaxError("let a = 1;\n\nlet b = ;\n", script))?.line, 3);
  assert.equal(await firstSyntaxError("let a = 1;\n", script), null);
});
