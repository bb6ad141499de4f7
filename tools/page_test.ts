import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isPageFresh } from "./page.ts";

const paths = ["web/main.tsx", "server/contract/tasks.ts", "static/index.html", "deno.json"];
const builtPaths = ["static/assets/manifest.json", "static/assets/main.js.br"];

/** Returns whether the page counts as fresh in a project whose files changed at second 10 and was built at second 20. */
function freshAfter(change: (root: string) => void): boolean {
  const root = mkdtempSync(join(tmpdir(), "sundial-page-"));
  try {
    for (const path of [...paths, ...builtPaths]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), "");
    }
    for (const path of [...paths, "web", "server/contract"]) utimesSync(join(root, path), 10, 10);
    utimesSync(join(root, builtPaths[0]!), 20, 20);
    change(root);
    return isPageFresh(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

Deno.test("page: rebuilds when a source changed or was removed, or the build is missing or for development", () => {
  assert.equal(freshAfter(() => {}), true);
  for (const path of paths) {
    assert.equal(freshAfter((root) => utimesSync(join(root, path), 30, 30)), false, path);
  }
  assert.equal(freshAfter((root) => rmSync(join(root, "web/main.tsx"))), false);
  for (const path of builtPaths) assert.equal(freshAfter((root) => rmSync(join(root, path))), false, path);
});
