import assert from "node:assert/strict";
import { lstatSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { mkfifo } from "../../../tests/support/mkfifo.ts";
import { MAX_BLOB_BYTES } from "./blob_store.ts";
import { KnownHashes, TreeScanner } from "./scan_tree.ts";
import { EXECUTABLE_MODE, PLAIN_MODE } from "./tree_manifest.ts";
import { inFolder } from "../../../tests/support/temporary_folder.ts";

Deno.test("tree scan: only regular files are part of a tree", () =>
  inFolder(async (folder) => {
    const write = (path: string, mode = 0o644) => {
      Deno.mkdirSync(join(folder, path, ".."), { recursive: true });
      Deno.writeTextFileSync(join(folder, path), "x");
      Deno.chmodSync(join(folder, path), mode);
    };
    for (const path of ["a", "lib/.hidden", ".git/HEAD", "lib/.git/HEAD", "node_modules/p/i.js"]) write(path);
    for (const path of [".sundial-save-1", "lib/.sundial-debug-1.py"]) write(path);
    write("run", 0o750);
    Deno.mkdirSync(join(folder, "empty"));
    Deno.symlinkSync("a", join(folder, "link"));
    Deno.symlinkSync("/etc", join(folder, "etc"));
    await mkfifo(join(folder, "pipe"));
    const server = createServer().listen(join(folder, "socket"));
    await once(server, "listening");
    Deno.writeFileSync(join(folder, "fits"), new Uint8Array(MAX_BLOB_BYTES));
    Deno.writeFileSync(join(folder, "large"), new Uint8Array(MAX_BLOB_BYTES + 1));
    const { manifest, leftOut, isEmpty } = await new TreeScanner(folder).scan();
    server.close();
    assert.deepEqual([...manifest].map(([path, { mode, size }]) => [path, mode, size]), [
      ["a", PLAIN_MODE, 1],
      ["fits", PLAIN_MODE, MAX_BLOB_BYTES],
      ["run", EXECUTABLE_MODE, 1],
      ["lib/.hidden", PLAIN_MODE, 1],
    ]);
    assert.deepEqual(leftOut.map(({ path, reason }) => [path, reason]), [
      ["etc", "link"],
      ["large", "too_large"],
      ["link", "link"],
      ["pipe", "special"],
      ["socket", "special"],
    ]);
    assert.equal(isEmpty, false);
  }));

Deno.test("tree scan: a file that changes within one step of the clock is read again", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a");
    const scanner = new TreeScanner(folder);
    const hash = async () => (await scanner.scan()).manifest.get("a")?.hash;
    // The same size and time of modification.
    const time = new Date("2026-01-01T00:00:00Z");
    const hashes = new Set<string | undefined>();
    for (let index = 10; index < 60; index++) {
      Deno.writeTextFileSync(path, `text ${index}`);
      Deno.utimeSync(path, time, time);
      hashes.add(await hash());
    }
    assert.equal(hashes.size, 50);
    Deno.removeSync(path);
    assert.equal(await hash(), undefined);
    assert.equal((await scanner.scan()).isEmpty, true);
  }));

Deno.test("tree scan: a hash is known while the file is the same and had not changed just before it was read", () =>
  inFolder((folder) => {
    const path = join(folder, "a");
    Deno.writeTextFileSync(path, "x");
    const stats = lstatSync(path);
    const known = new KnownHashes();
    known.set("a", stats, "hash", stats.ctimeMs + 1_000);
    assert.equal(known.find("a", stats), undefined);
    known.set("a", stats, "hash", stats.ctimeMs + 10_000);
    assert.equal(known.find("a", stats), "hash");
    assert.equal(known.find("b", stats), undefined);
    Deno.renameSync(path, `${path}.old`);
    Deno.writeTextFileSync(path, "x");
    assert.equal(known.find("a", lstatSync(path)), undefined);
    known.retain(new Map());
    assert.equal(known.find("a", stats), undefined);
    return Promise.resolve();
  }));
