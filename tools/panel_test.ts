import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isPanelFresh } from "./panel.ts";

const paths = ["main.ts", "server/app.ts", "static/assets/manifest.json", "tools/stage.ts", "deno.json"];
const folders = ["server", "static", "static/assets", "tools"];
const built = "dist/panel/deno.json";

/** Returns whether the panel counts as fresh in a project whose files changed at second 10 and was built at second 20. */
function freshAfter(change: (root: string) => void): boolean {
  const root = mkdtempSync(join(tmpdir(), "sundial-panel-"));
  try {
    for (const path of [...paths, built]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), "");
    }
    for (const path of [...paths, ...folders]) utimesSync(join(root, path), 10, 10);
    utimesSync(join(root, built), 20, 20);
    change(root);
    return isPanelFresh(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

Deno.test("panel: rebuilds after a changed source or page, a removed source, or an interrupted build", () => {
  assert.equal(freshAfter(() => {}), true);
  for (const path of paths) {
    assert.equal(freshAfter((root) => utimesSync(join(root, path), 30, 30)), false, path);
  }
  assert.equal(freshAfter((root) => rmSync(join(root, "server/app.ts"))), false);
  assert.equal(freshAfter((root) => rmSync(join(root, built))), false);
});
