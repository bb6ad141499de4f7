import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setDatabaseAside, wasUsed } from "./used_data.ts";

async function withFolder(files: readonly string[], test: (root: string) => void): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "sundial-used-" });
  try {
    for (const path of files) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      if (!path.endsWith("/")) writeFileSync(join(root, path), path);
      else mkdirSync(join(root, path), { recursive: true });
    }
    test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

// A new volume, and what a first start leaves that was killed before it had a database.
const unused: string[][] = [
  [],
  ["lost+found/"],
  // Put there in advance.
  ["scripts/a.sh", "config/config.sh"],
  ["panel.lock", "installation", "reserve", "scripts/", "config/", "logs/", "marks/", "system-log/a.log"],
];
const used: string[][] = [
  ["secret.key"],
  ["sundial.sqlite-wal"],
  ["logs/1/a.log"],
  ["backups/1.tar.gz"],
  ["versions/a"],
  ["access/operator_key"],
  ["before-restore-17/sundial.sqlite"],
];

Deno.test("used data: a folder counts as used with anything that a panel leaves there", async () => {
  for (const files of unused) {
    await withFolder(files, (root) => assert.equal(wasUsed(root), false, files.join()));
  }
  for (const files of used) {
    await withFolder(files, (root) => assert.equal(wasUsed(root), true, files.join()));
  }
});

Deno.test("used data: remains of a database are kept when a new one begins", async () => {
  await withFolder(["sundial.sqlite", "sundial.sqlite-wal", "secret.key"], (root) => {
    setDatabaseAside(root, 17);
    assert.deepEqual(readdirSync(root).sort(), [
      "secret.key",
      "sundial.sqlite-wal.before-17",
      "sundial.sqlite.before-17",
    ]);
  });
});
