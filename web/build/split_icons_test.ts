import assert from "node:assert/strict";
import { join } from "node:path";
import { build, stop } from "esbuild";
import { splitIcons } from "./split_icons.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

Deno.test("split icons: the start gets the icons that it renders, a lazy part those of its own", async () => {
  await using folder = await temporaryFolder();
  try {
    const files = {
      "main.tsx":
        `import { Bell } from "./icons.ts";\nimport "./row.tsx";\nimport("./part.tsx");\nconsole.log(Bell);`,
      "row.tsx": `import { Copy } from "./icons.ts"; console.log(Copy);`,
      "part.tsx": `import { Copy, Moon } from "./icons.ts"; console.log(Copy, Moon);`,
      "icons.ts": `import { createIcon } from "./create_icon.tsx";\n` +
        ["Bell", "Copy", "Moon"].map((name) => `export const ${name} = createIcon("path of ${name}");`).join(
          "\n",
        ),
      "create_icon.tsx": `export const createIcon = (path: string) => path + globalThis.location;`,
    };
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder.path, name), text);
    const { outputFiles } = await build({
      absWorkingDir: folder.path,
      entryPoints: ["main.tsx"],
      outdir: "out",
      bundle: true,
      splitting: true,
      format: "esm",
      write: false,
      plugins: [splitIcons({
        icons: join(folder.path, "icons.ts"),
        start: [join(folder.path, "main.tsx")],
      })],
    });
    const iconsIn = (name: RegExp) => {
      const text = outputFiles.find(({ path }) => name.test(path))?.text ?? "";
      return [...text.matchAll(/path of (\w+)/g)].map(([, icon]) => icon);
    };
    assert.deepEqual(iconsIn(/main\.js$/), ["Bell", "Copy"]);
    assert.deepEqual(iconsIn(/part-\w+\.js$/), ["Copy", "Moon"]);
  } finally {
    await stop();
  }
});
