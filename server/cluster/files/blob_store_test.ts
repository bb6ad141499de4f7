import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import {
  BLOB_GRACE_MS,
  BlobError,
  BlobStore,
  FileTooLargeError,
  hashOfBytes,
  MAX_BLOB_BYTES,
} from "./blob_store.ts";
import { formatManifest, PLAIN_MODE } from "./tree_manifest.ts";
import { removeUnusedBlobs, replaceTree } from "./tree_store.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => hashOfBytes(bytesOf(text));

async function openStore() {
  const db = await freshDatabase();
  const clock = new TestClock();
  const blobs = new BlobStore({ db, clock });
  return {
    db,
    clock,
    blobs,
    put: async (text: string) => (await blobs.put([{ path: "a", bytes: bytesOf(text) }])).get("a")!.hash,
    removeUnused: () => removeUnusedBlobs({ db, blobs, clock }),
    putManifest: async (text: string) => {
      const file = { hash: hashOf(text), mode: PLAIN_MODE, size: text.length };
      return (await blobs.put([{ path: "m", bytes: formatManifest(new Map([["f", file]])) }])).get("m")!.hash;
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

Deno.test("blob store: a content is read as it was stored, compressed", async () => {
  await using store = await openStore();
  const text = "print(1)\n".repeat(1000);
  const hash = await store.put(text);
  assert.deepEqual(new TextDecoder().decode(await store.blobs.get(hash)), text);
  const row = await store.db.selectFrom("stored_blob").selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.hash, row.size], [hash, text.length]);
  assert(row.content.length < text.length / 10);
});

Deno.test("blob store: a file that is too large is named", async () => {
  await using store = await openStore();
  const bytes = new Uint8Array(MAX_BLOB_BYTES + 1);
  await store.blobs.put([{ path: "fits.bin", bytes: bytes.subarray(1) }]);
  await assert.rejects(store.blobs.put([{ path: "data/big.bin", bytes }]), (error) => {
    assert(error instanceof FileTooLargeError);
    assert.deepEqual(error.path, "data/big.bin");
    assert.deepEqual(error.message, '"data/big.bin" is larger than 5 MiB and cannot be shared');
    return true;
  });
});

Deno.test("blob store: a missing or damaged content is an error, and storing it again repairs it", async () => {
  await using store = await openStore();
  const hash = await store.put("one");
  await assert.rejects(store.blobs.get(hashOf("two")), BlobError);
  for (
    const content of [bytesOf("no gzip"), gzipSync("other"), gzipSync(new Uint8Array(MAX_BLOB_BYTES + 1))]
  ) {
    await store.db.updateTable("stored_blob").set({ content }).execute();
    await assert.rejects(store.blobs.get(hash), BlobError);
    const [read] = await Array.fromAsync(store.blobs.getAll([{ hash, size: 3 }]));
    assert(read?.content instanceof BlobError);
    await store.put("one");
    assert.deepEqual(await store.blobs.get(hash), bytesOf("one"));
  }
});

Deno.test("blob store: many contents are read and checked in batches", async () => {
  await using store = await openStore();
  const texts = Array.from({ length: 1200 }, (_, index) => `content ${index}`);
  await store.blobs.put(texts.map((text) => ({ path: text, bytes: bytesOf(text) })));
  const refs = texts.map((text) => ({ hash: hashOf(text), size: text.length }));
  const absent = { hash: hashOf("absent"), size: 6 };
  const read = await Array.fromAsync(store.blobs.getAll([...refs, absent]));
  const contents = new Map(read.map(({ hash, content }) => [hash, content]));
  assert.deepEqual(read.length, 1201);
  for (const text of texts) assert.deepEqual(contents.get(hashOf(text)), bytesOf(text));
  assert(contents.get(absent.hash) instanceof BlobError);
  assert.deepEqual(
    await store.blobs.missing([...refs, absent].map(({ hash }) => hash)),
    new Set([absent.hash]),
  );
});

Deno.test("blob store: only contents that nothing uses are removed, after the grace period", async () => {
  await using store = await openStore();
  for (const text of ["current", "running", "unused"]) await store.put(text);
  const current = await store.putManifest("current");
  const running = await store.putManifest("running");
  await store.db.transaction().execute((tx) =>
    replaceTree(tx, "scripts", { expected: 0, manifestHash: current, at: 0 })
  );
  await store.db.insertInto("run_order")
    .values({ run_id: 1, trees_json: JSON.stringify({ scripts: running, config: current }) }).execute();
  store.clock.advance(BLOB_GRACE_MS);
  assert.deepEqual(await store.removeUnused(), 0);
  store.clock.advance(1);
  assert.deepEqual(await store.removeUnused(), 1);
  await assert.rejects(store.blobs.get(hashOf("unused")), BlobError);
  await store.db.deleteFrom("run_order").execute();
  assert.deepEqual(await store.removeUnused(), 2);
  assert.deepEqual(await store.blobs.get(hashOf("current")), bytesOf("current"));
});

Deno.test("blob store: a content that a publication is about to use is not removed", async () => {
  await using store = await openStore();
  const hash = await store.put("old");
  store.clock.advance(2 * BLOB_GRACE_MS);
  assert.deepEqual(await store.blobs.missing([hash]), new Set());
  assert.deepEqual(await store.removeUnused(), 0);
  store.clock.advance(BLOB_GRACE_MS / 2);
  assert.deepEqual(await store.blobs.missing([hash]), new Set());
  assert.deepEqual(await store.removeUnused(), 0);
});

Deno.test("blob store: a content that is renewed during the removal stays", async () => {
  await using store = await openStore();
  const [renewed, unused] = [await store.put("renewed"), await store.put("unused")];
  store.clock.advance(2 * BLOB_GRACE_MS);
  const before = store.clock.now() - BLOB_GRACE_MS;
  // The list of used contents was made before.
  const removal = store.blobs.removeUnused(new Set(), before);
  const missing = store.blobs.missing([renewed]);
  const [removed, absent] = await Promise.all([removal, missing]);
  // Whichever comes first: a content that is reported as stored is still stored.
  assert.deepEqual(removed, absent.size + 1);
  const left = await store.db.selectFrom("stored_blob").select("hash").execute();
  assert.deepEqual(left.length, 1 - absent.size);
  assert.deepEqual(await store.blobs.missing([unused]), new Set([unused]));
});

Deno.test("blob store: nothing is removed while a manifest cannot be read", async () => {
  await using store = await openStore();
  await store.put("file");
  await store.db.transaction().execute((tx) =>
    replaceTree(tx, "scripts", { expected: 0, manifestHash: hashOf("lost"), at: 0 })
  );
  store.clock.advance(2 * BLOB_GRACE_MS);
  await assert.rejects(store.removeUnused(), BlobError);
  assert.deepEqual(await store.blobs.missing([hashOf("file")]), new Set());
});

Deno.test("tree store: of two writers that saw the same version, one succeeds", async () => {
  await using store = await openStore();
  for (const expected of [0, 1, 7, 0, 2]) {
    const { db } = store;
    const row = await db.selectFrom("stored_tree").select("version").executeTakeFirst();
    const write = () =>
      db.transaction().execute((tx) =>
        replaceTree(tx, "config", { expected, manifestHash: hashOf(`${expected}`), at: 0 })
      );
    const isCurrent = (row?.version ?? 0) === expected;
    assert.deepEqual([await write(), await write()], [isCurrent, false]);
  }
});
