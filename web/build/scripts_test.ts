import assert from "node:assert/strict";
import { stop } from "esbuild";
import { join } from "node:path";
import { bundleScripts, compileFile } from "./scripts.ts";

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

Deno.test("scripts: only a bundle for development contains the gallery", async () => {
  const webFolder = join(import.meta.dirname!, "..");
  const filesWith = async (development: boolean) => {
    const { files } = await bundleScripts(webFolder, development);
    return files.filter(({ bytes }) => new TextDecoder().decode(bytes).includes("dev/gallery")).length;
  };
  try {
    assert.equal(await filesWith(false), 0);
    assert.ok(await filesWith(true) > 0);
  } finally {
    await stop(); // its child process would keep the program alive
  }
});
