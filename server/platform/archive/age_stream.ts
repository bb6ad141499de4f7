// A stream encrypted with a passphrase in the format of age (https://age-encryption.org/v1), so that a backup can be opened
// without the panel: `age --decrypt`. The passphrase goes through the scrypt of the runtime: that of the package blocks the event
// loop for a second.
import type { Identity, Recipient, Stanza } from "age-encryption";
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { AppError } from "../../contract/app_error.ts";
import { archiveError } from "./archive_form.ts";

/** The first bytes of an encrypted archive. */
export const AGE_MAGIC = new TextEncoder().encode("age-encryption.org/v1\n");

const STANZA = "scrypt";
const LABEL = "age-encryption.org/v1/scrypt";
/** Base-2 logarithm of the cost; each guess, and each backup, takes 64 MB. */
const WORK_FACTOR = 16;
/** What `age --passphrase` uses, with 256 MB; anything more could exhaust the memory. */
const MAX_WORK_FACTOR = 18;
/** Maximum size of a header. One with a passphrase has less than 200 bytes. */
const MAX_HEADER_BYTES = 4096;
const CIPHER = "chacha20-poly1305";
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** A key is used once, so the nonce is constant. */
const NONCE = new Uint8Array(12);

/** Encrypts a stream. Memory use does not grow with it. */
export async function* encryptStream(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor: number = WORK_FACTOR,
): AsyncGenerator<Uint8Array, void> {
  const { Encrypter, Stanza } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.addRecipient(
    {
      async wrapFileKey(fileKey) {
        const salt = randomBytes(SALT_BYTES);
        // An accented letter is the same however it is typed.
        const key = await makeKey(passphrase.normalize("NFC"), salt, workFactor);
        const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
        const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
        return [new Stanza([STANZA, encode(salt), String(workFactor)], body)];
      },
    } satisfies Recipient,
  );
  yield* await encrypter.encrypt(ReadableStream.from(source));
}

/**
 * Decrypts a stream. Throws `backup_passphrase_wrong`, errors of the source, and `archive_refused` when the stream was
 * truncated or modified.
 */
export async function* decryptStream(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addIdentity(
    { unwrapFileKey: (stanzas) => unwrapFileKey(stanzas, passphrase) } satisfies Identity,
  );
  let failure: { error: unknown } | null = null;
  async function* readSource() {
    try {
      yield* withHeader(source);
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  try {
    yield* await decrypter.decrypt(ReadableStream.from(readSource()));
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The package throws errors without a type: what does not come from the source is about its content.
    throw (failure as { error: unknown } | null)?.error ?? archiveError("not_intact");
  }
}

// The package reads a header of any size into memory.
async function* withHeader(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let start: Uint8Array | null = new Uint8Array();
  for await (const chunk of source) {
    if (start === null) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < MAX_HEADER_BYTES && !hasHeader(start)) continue;
    if (!hasHeader(start)) throw archiveError("not_an_archive");
    yield start;
    start = null;
  }
  if (start !== null) throw archiveError("not_intact");
}

function hasHeader(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, MAX_HEADER_BYTES)).includes("\n---");
}

async function unwrapFileKey(stanzas: readonly Stanza[], passphrase: string): Promise<Uint8Array> {
  const [stanza, ...others] = stanzas;
  const [type, salt = "", workFactor = ""] = stanza?.args ?? [];
  // What was encrypted for a key cannot be opened with a passphrase.
  if (stanza === undefined || type !== STANZA || others.length > 0) throw archiveError("not_an_archive");
  if (!/^[1-9]\d?$/.test(workFactor) || Number(workFactor) > MAX_WORK_FACTOR) {
    throw archiveError("not_an_archive");
  }
  // `age` takes a passphrase as it is typed.
  for (const text of new Set([passphrase.normalize("NFC"), passphrase])) {
    const key = await makeKey(text, Buffer.from(salt, "base64"), Number(workFactor));
    const fileKey = openFileKey(key, stanza.body);
    if (fileKey !== null) return fileKey;
  }
  throw new AppError("backup_passphrase_wrong");
}

function openFileKey(key: Uint8Array, body: Uint8Array): Uint8Array | null {
  const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function makeKey(passphrase: string, salt: Uint8Array, workFactor: number): Promise<Uint8Array> {
  const cost = { N: 2 ** workFactor, r: 8, p: 1 };
  const labelled = Buffer.concat([new TextEncoder().encode(LABEL), salt]);
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase,
      labelled,
      KEY_BYTES,
      { ...cost, maxmem: 256 * cost.N * cost.r },
      (error, key) => error ? reject(error) : resolve(key),
    );
  });
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}
