import assert from "node:assert/strict";
import { stop } from "esbuild";
import { compileFile } from "./scripts.ts";

Deno.test("compile messages: keeps plain texts and parses placeholders", async () => {
  const source = `import type { X } from "./x.ts";\nexport const tasks: X = { a: "Plain", b: "Run {name}" };`;
  try {
    const compiled = await compileFile(source);
    assert.equal(
      compiled,
      `export const tasks = {"a":"Plain","b":[{"type":0,"value":"Run "},{"type":1,"value":"name"}]};`,
    );
    await assert.rejects(compileFile(`export const tasks = { a: "{broken" };`));
  } finally {
    await stop();
  }
});
