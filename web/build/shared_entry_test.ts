import assert from "node:assert/strict";
import { join } from "node:path";
import { build, stop } from "esbuild";
import { sharedEntry } from "./shared_entry.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

Deno.test("shared entry: a lazy part imports the entry and the frame, also when another file loads it first", async () => {
  await using folder = await temporaryFolder();
  try {
    const files = {
      "main.tsx": `import "./page.tsx"; import "./part.tsx";`,
      "page.tsx":
        `export const load = () => [import("./part.tsx"), import("./login.tsx"), import("./frame.tsx")];`,
      "login.tsx": `export const login = 1;`,
      "frame.tsx": `export const frame = 1;`,
      "part.tsx": `export const part = 1;`,
    };
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder.path, name), text);
    const { metafile } = await build({
      absWorkingDir: folder.path,
      entryPoints: ["main.tsx"],
      outdir: "out",
      bundle: true,
      splitting: true,
      format: "esm",
      metafile: true,
      write: false,
      plugins: [sharedEntry({
        entry: join(folder.path, "main.tsx"),
        login: join(folder.path, "login.tsx"),
        open: [],
        frame: join(folder.path, "frame.tsx"),
        firstPage: join(folder.path, "page.tsx"),
      })],
    });
    const importsOf = (name: string) => metafile.inputs[name]?.imports.map(({ path }) => path);
    assert.deepEqual(importsOf("part.tsx"), ["main.tsx", "frame.tsx"]);
    assert.deepEqual(importsOf("login.tsx"), ["main.tsx"], "the login loads what only an account needs");
  } finally {
    await stop();
  }
});
