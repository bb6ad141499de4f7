import { stop } from "esbuild";
import assert from "node:assert/strict";
import { bundledFiles, noticesOf, packageFolder } from "./bundled_packages.ts";

Deno.test("bundled packages: maps a bundled file to the folder of its package, and the panel's own to none", () => {
  const folder = "node_modules/.deno/@scope+x@1.0.0/node_modules/@scope/x";
  assert.equal(packageFolder(`${folder}/dist/index.js`), folder);
  assert.equal(
    packageFolder("node_modules/.deno/zod@4.6.7/node_modules/zod/index.js"),
    "node_modules/.deno/zod@4.6.7/node_modules/zod",
  );
  assert.equal(packageFolder("server/app.ts"), null);
});

Deno.test("bundled packages: the notices name each package with its licence", () => {
  const [a, b] = ["a", "b"].map((name) => ({
    name,
    version: "1.0.0",
    licence: "MIT",
    text: `Copyright ${name}\n`,
  }));
  const notices = noticesOf([a!, b!]);
  assert.match(notices, /^a 1\.0\.0 \(MIT\)\n\nCopyright a\n\n-+\n\nb 1\.0\.0 \(MIT\)\n\nCopyright b\n$/);
});

Deno.test("bundled packages: the page that is shipped needs no file outside of the build context of the image", async () => {
  try {
    const files = await bundledFiles("web/main.tsx", "browser");
    assert.ok(files.includes("web/main.tsx"));
    assert.deepEqual(files.filter((file) => file.startsWith("tests/")), []);
  } finally {
    await stop();
  }
});
