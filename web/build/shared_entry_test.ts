import assert from "node:assert/strict";
import { join } from "node:path";
import { build, stop } from "esbuild";
import { sharedEntry } from "./shared_entry.ts";

Deno.test("shared entry: a lazy part imports the entry, also when another file loads it first", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-entry-" });
  try {
    const files = {
      "main.tsx": `import "./page.tsx"; import "./part.tsx";`,
      "page.tsx": `export const load = () => import("./part.tsx");`,
      "part.tsx": `export const part = 1;`,
    };
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
    const { metafile } = await build({
      absWorkingDir: folder,
      entryPoints: ["main.tsx"],
      outdir: "out",
      bundle: true,
      splitting: true,
      format: "esm",
      metafile: true,
      write: false,
      plugins: [sharedEntry(join(folder, "main.tsx"), join(folder, "page.tsx"))],
    });
    assert.deepEqual(metafile.inputs["part.tsx"]?.imports.map(({ path }) => path), ["main.tsx"]);
  } finally {
    await stop();
    await Deno.remove(folder, { recursive: true });
  }
});
