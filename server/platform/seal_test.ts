import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { AppError } from "../contract/app_error.ts";
import { KEY_FILE, sealedTextBytes, Sealer, SealError, withSealErrors } from "./seal.ts";
import { inFolder } from "../../tests/support/temporary_folder.ts";

function reasonOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SealError) return error.reason;
    throw error;
  }
  return "none";
}

Deno.test("seal: opens any text, and never seals it twice in the same way", () =>
  inFolder((folder) => {
    const sealer = new Sealer(folder);
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      const sealed = sealer.seal(text, "variable");
      assert.equal(sealer.open(sealed, "variable"), text);
      assert.equal(new Sealer(folder).open(sealed, "variable"), text);
      assert.equal(sealedTextBytes(sealed), new TextEncoder().encode(text).length);
      assert.notEqual(sealer.seal(text, "variable"), sealed);
    }));
  }));

Deno.test("seal: creates the key once, for its owner only, and leaves nothing beside it", () =>
  inFolder(async (folder) => {
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    new Sealer(folder).seal("a", "variable");
    const key = await Deno.readFile(join(folder, KEY_FILE));
    new Sealer(folder).seal("b", "variable");
    assert.deepEqual(await Deno.readFile(join(folder, KEY_FILE)), key);
    assert.equal(key.length, 32);
    assert.equal((await Deno.stat(join(folder, KEY_FILE))).mode! & 0o777, 0o600);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), [KEY_FILE]);
  }));

Deno.test("seal: rejects another purpose, a changed character, and a missing or different key, with the reason", () =>
  inFolder(async (folder) => {
    const file = join(folder, KEY_FILE);
    const sealed = new Sealer(folder).seal("the word", "variable");
    const open = (text = sealed) => reasonOf(() => new Sealer(folder).open(text, "variable"));
    assert.equal(reasonOf(() => new Sealer(folder).open(sealed, "subscription")), "damaged");
    for (const index of [15, 30, sealed.length - 4]) {
      const other = sealed[index] === "A" ? "B" : "A";
      assert.equal(open(sealed.slice(0, index) + other + sealed.slice(index + 1)), "damaged");
    }
    for (const text of ["", "the word", "s1:", "s2:00000000:AAAA", sealed.slice(0, 16)]) {
      assert.equal(open(text), "damaged", text);
    }
    const key = await Deno.readFile(file);
    await Deno.remove(file);
    assert.equal(open(), "key_missing");
    await Deno.writeFile(file, new Uint8Array(32));
    assert.equal(open(), "key_wrong");
    await Deno.writeFile(file, key.subarray(0, 31));
    assert.equal(open(), "key_wrong");
    assert.equal(reasonOf(() => new Sealer(folder).seal("a", "variable")), "key_wrong");
    await Deno.writeFile(file, key);
    assert.equal(new Sealer(folder).open(sealed, "variable"), "the word");
  }));

Deno.test("seal: an error of the key is one of the API, also of an action that takes a while", () =>
  inFolder(async (folder) => {
    const open = () => new Sealer(folder).open("s1:00000000:AAAA", "variable");
    const isOfApi = (error: unknown) => error instanceof AppError && error.code === "secret_key_wrong";
    assert.throws(() => withSealErrors(open), isOfApi);
    // deno-lint-ignore require-await -- rejects, as one that reads a row first
    await assert.rejects(withSealErrors(async () => open()), isOfApi);
    const other = new Error("another");
    await assert.rejects(withSealErrors(() => Promise.reject(other)), other);
    assert.equal(await withSealErrors(() => Promise.resolve("word")), "word");
  }));
