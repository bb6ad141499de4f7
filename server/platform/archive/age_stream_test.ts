import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { AppError } from "../../contract/app_error.ts";
import { AGE_MAGIC, decryptStream, encryptStream } from "./age_stream.ts";

const CHEAP = 2;
const passphrase = "a lantern in the harbour";

/** "a backup", encrypted by `age --passphrase` 1.1.1. */
const byAge = Buffer.from(
  "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCB0dGoyZWhSeU5XZ05zL0lGZEVFcEVBIDE4CnI4SncrNE5iMWlKQjFKQlBxM1kvelRhT3U1OCs0b0RmVkgwV2JYZWFMT1EKLS0tIGI5L1N5VDBraTZnU2tDY1pNZ3QzYUFXREtOSVJOcVdvZ1lkN0d5WThyU1UKb4grRlu+xo3GzsfnA/zDDSmN1JQaM9IAc9HYLeuSIF5Q7f5tphwXCQ==",
  "base64",
);

async function* pieces(bytes: Uint8Array, size = 70_000): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const encrypt = (bytes: Uint8Array, phrase = passphrase) =>
  gather(encryptStream(pieces(bytes), phrase, CHEAP));

async function codeOf(encrypted: Uint8Array, phrase = passphrase): Promise<string> {
  try {
    await gather(decryptStream(pieces(encrypted), phrase));
    return "opened";
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error.code === "archive_refused" ? String(error.params["fault"]) : error.code;
  }
}

Deno.test("age stream: decrypts what was encrypted, for every length around a chunk", async () => {
  for (const size of [0, 1, 65_535, 65_536, 65_537, 400_000]) {
    const bytes = randomBytes(size);
    const encrypted = await encrypt(bytes);
    assert.deepEqual(await gather(decryptStream(pieces(encrypted, 999), passphrase)), bytes);
  }
});

Deno.test("age stream: other programs for age open it, and it opens what they wrote", async () => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const bytes = randomBytes(100_000);
  assert.deepEqual(Buffer.from(await decrypter.decrypt(await encrypt(bytes))), bytes);
  assert.equal(String(await gather(decryptStream(pieces(byAge), passphrase))), "a backup");
  const decomposed = "cafe\u0301 in the harbour";
  const encrypter = new Encrypter();
  encrypter.setPassphrase(decomposed);
  encrypter.setScryptWorkFactor(CHEAP);
  assert.equal(await codeOf(await encrypter.encrypt("typed this way"), decomposed), "opened");
  assert.equal(await codeOf(await encrypt(bytes, decomposed), "café in the harbour"), "opened");
});

Deno.test("age stream: distinguishes a modified stream from a wrong passphrase", async () => {
  const encrypted = await encrypt(randomBytes(200_000));
  assert.equal(await codeOf(encrypted), "opened");
  assert.equal(await codeOf(encrypted, "a lantern in the harbor"), "backup_passphrase_wrong");
  for (const length of [AGE_MAGIC.length, 60, 180, encrypted.length - 65_552, encrypted.length - 1]) {
    assert.equal(await codeOf(encrypted.subarray(0, length)), "not_intact", `cut to ${length}`);
  }
  const changed = encrypted.slice();
  changed[changed.length - 100_000]! ^= 1;
  assert.equal(await codeOf(changed), "not_intact");
  assert.equal(await codeOf(Buffer.concat([encrypted, new Uint8Array(1)])), "not_intact");
});

Deno.test("age stream: rejects headers that are too large, request gigabytes or need a key", async () => {
  const greedy = Buffer.concat([await encrypt(randomBytes(9))]).toString("latin1")
    .replace(/(-> scrypt \S+) 2\n/, "$1 30\n");
  assert.equal(await codeOf(Buffer.from(greedy, "latin1")), "not_an_archive");
  const endless = Buffer.concat([AGE_MAGIC, new Uint8Array(5_000_000).fill(0x41)]);
  assert.equal(await codeOf(endless), "not_an_archive");
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(await generateIdentity()));
  assert.equal(await codeOf(await encrypter.encrypt("for a key")), "not_an_archive");
});

Deno.test("age stream: passes errors of its source on, and stops reading when its reader stops", async () => {
  const closed = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve(randomBytes(1000));
    } finally {
      closed.resolve();
    }
  }
  let size = 0;
  for await (const chunk of encryptStream(endless(), passphrase, CHEAP)) {
    size += chunk.length;
    if (size > 200_000) break;
  }
  await closed.promise;
  async function* failing() {
    yield (await encrypt(randomBytes(200_000))).subarray(0, 70_000);
    throw new Error("the disk is gone");
  }
  await assert.rejects(gather(encryptStream(failing(), passphrase, CHEAP)), /the disk is gone/);
  await assert.rejects(gather(decryptStream(failing(), passphrase)), /the disk is gone/);
});
