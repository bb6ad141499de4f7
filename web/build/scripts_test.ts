import assert from "node:assert/strict";
import { build, stop } from "esbuild";
import { join } from "node:path";
import { compileFile, constants } from "./scripts.ts";

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
  const bundle = (development: boolean) =>
    build({
      absWorkingDir: join(import.meta.dirname!, "..", ".."),
      entryPoints: ["web/main.tsx"],
      outdir: "static/assets",
      bundle: true,
      splitting: true,
      format: "esm",
      jsx: "automatic",
      loader: { ".md": "text" },
      packages: "external",
      metafile: true,
      write: false,
      minifySyntax: true,
      define: constants(development),
    });
  const traces = async (development: boolean) => {
    const { metafile, outputFiles } = await bundle(development);
    const modules = Object.keys(metafile.inputs).filter((path) => path.startsWith("tests/gallery/"));
    return [...modules, ...outputFiles.filter(({ text }) => text.includes("dev/gallery"))];
  };
  try {
    assert.deepEqual(await traces(false), []);
    assert.ok((await traces(true)).length > 2);
  } finally {
    await stop(); // its child process would keep the program alive
  }
});
