import assert from "node:assert/strict";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPageFresh } from "./page.ts";
import { temporaryFolder } from "../tests/support/temporary_folder.ts";

const paths = ["web/main.tsx", "server/contract/tasks.ts", "static/index.html", "deno.json"];
const builtPaths = ["static/assets/manifest.json", "static/assets/main.js.br"];

/** Returns whether the page counts as fresh in a project whose files changed at second 10 and was built at second 20. */
async function freshAfter(change: (root: string) => void): Promise<boolean> {
  await using root = await temporaryFolder();
  for (const path of [...paths, ...builtPaths]) {
    mkdirSync(dirname(join(root.path, path)), { recursive: true });
    writeFileSync(join(root.path, path), "");
  }
  for (const path of [...paths, "web", "server/contract"]) utimesSync(join(root.path, path), 10, 10);
  utimesSync(join(root.path, builtPaths[0]!), 20, 20);
  change(root.path);
  return isPageFresh(root.path);
}

Deno.test("page: rebuilds when a source changed or was removed, or the build is missing or for development", async () => {
  assert.equal(await freshAfter(() => {}), true);
  for (const path of paths) {
    assert.equal(await freshAfter((root) => utimesSync(join(root, path), 30, 30)), false, path);
  }
  assert.equal(await freshAfter((root) => rmSync(join(root, "web/main.tsx"))), false);
  for (const path of builtPaths) {
    assert.equal(await freshAfter((root) => rmSync(join(root, path))), false, path);
  }
});
