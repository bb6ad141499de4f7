import assert from "node:assert/strict";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPanelFresh } from "./panel.ts";
import { temporaryFolder } from "../tests/support/temporary_folder.ts";

const paths = ["main.ts", "server/app.ts", "static/assets/manifest.json", "tools/stage.ts", "deno.json"];
const folders = ["server", "static", "static/assets", "tools"];
const built = "dist/panel/deno.json";

/** Returns whether the panel counts as fresh in a project whose files changed at second 10 and was built at second 20. */
async function freshAfter(change: (root: string) => void): Promise<boolean> {
  await using root = await temporaryFolder();
  for (const path of [...paths, built]) {
    mkdirSync(dirname(join(root.path, path)), { recursive: true });
    writeFileSync(join(root.path, path), "");
  }
  for (const path of [...paths, ...folders]) utimesSync(join(root.path, path), 10, 10);
  utimesSync(join(root.path, built), 20, 20);
  change(root.path);
  return isPanelFresh(root.path);
}

Deno.test("panel: rebuilds after a changed source or page, a removed source, or an interrupted build", async () => {
  assert.equal(await freshAfter(() => {}), true);
  for (const path of paths) {
    assert.equal(await freshAfter((root) => utimesSync(join(root, path), 30, 30)), false, path);
  }
  assert.equal(await freshAfter((root) => rmSync(join(root, "server/app.ts"))), false);
  assert.equal(await freshAfter((root) => rmSync(join(root, built))), false);
});
