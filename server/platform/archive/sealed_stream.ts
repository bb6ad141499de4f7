// Reads backups of versions that encrypted them in a format of their own; new ones are in that of age (`age_stream.ts`). A
// stream is encrypted frame by frame (AES-256-GCM with a key that scrypt derives from the
// passphrase and a random salt), so that it can be read as a stream and only authenticated data is returned. Each frame is
// bound to its index and to whether it is the last: none can be removed, reordered or cut off unnoticed.
//
//   magic · length of the head (4 bytes) · head (JSON: salt, cost) · frames: length (4 bytes), ciphertext, tag
import { Buffer } from "node:buffer";
import { createDecipheriv, scrypt } from "node:crypto";
import * as z from "zod";
import { AppError } from "../../contract/app_error.ts";
import { archiveError } from "./archive_form.ts";

/** The first bytes of a sealed archive. */
export const SEALED_MAGIC = new TextEncoder().encode("SUNDIAL-SEALED-1\n");

const FRAME_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const MAX_HEAD_BYTES = 4096;
const KEY_BYTES = 32;

/** Cost of guessing the passphrase: `N` blocks of `r` times 128 bytes. */
interface SealCost {
  N: number;
  r: number;
  p: number;
}

/** Maximum cost a head may request: anything more could exhaust the memory. */
const MAX_COST = { N: 2 ** 17, r: 8, p: 4 };

const head = z.strictObject({
  salt: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  N: z.int().min(2).max(MAX_COST.N),
  r: z.int().min(1).max(MAX_COST.r),
  p: z.int().min(1).max(MAX_COST.p),
});

/**
 * Opens a sealed stream. Throws `backup_passphrase_wrong` when its first frame cannot be decrypted, and `archive_refused`
 * when it was truncated or modified.
 */
export async function* openStream(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void> {
  const reader = new ByteReader(source);
  const magic = await reader.exactly(SEALED_MAGIC.length);
  if (magic === null || !Buffer.from(magic).equals(SEALED_MAGIC)) throw archiveError("not_an_archive");
  const header = await readHead(reader);
  const { salt, ...cost } = parseHead(header);
  const key = await makeKey(passphrase, Buffer.from(salt, "base64"), cost);
  for (let index = 0;; index++) {
    const sealed = await readFrame(reader);
    const last = await reader.isAtEnd();
    const frame = openFrame(key, { frame: sealed, index, last, header });
    if (frame === null) throw wrongFrame(key, { frame: sealed, index, last, header });
    yield frame;
    if (last) return;
  }
}

interface Frame {
  frame: Uint8Array;
  index: number;
  last: boolean;
  header: Uint8Array;
}

function openFrame(key: Uint8Array, { frame, ...bound }: Frame): Uint8Array | null {
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(bound), { authTagLength: TAG_BYTES });
  decipher.setAAD(bound.header).setAuthTag(frame.subarray(-TAG_BYTES));
  try {
    const opened = decipher.update(frame.subarray(0, -TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return null;
  }
}

// A frame that decrypts as a non-final one means that the stream was truncated; when the first frame does not decrypt at
// all, the passphrase is wrong.
function wrongFrame(key: Uint8Array, frame: Frame): AppError {
  if (frame.last && openFrame(key, { ...frame, last: false }) !== null) return archiveError("truncated");
  return frame.index === 0 ? new AppError("backup_passphrase_wrong") : archiveError("damaged");
}

// The key is used for this one stream only, so the index is enough for a nonce.
function nonceOf({ index, last }: Pick<Frame, "index" | "last">): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(last ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

async function readHead(reader: ByteReader): Promise<Uint8Array> {
  const length = await readLength(reader);
  if (length > MAX_HEAD_BYTES) throw archiveError("not_an_archive");
  const header = await reader.exactly(length);
  if (header === null) throw archiveError("truncated");
  return header;
}

function parseHead(header: Uint8Array) {
  try {
    return head.parse(JSON.parse(new TextDecoder().decode(header)));
  } catch {
    throw archiveError("not_an_archive");
  }
}

async function readFrame(reader: ByteReader): Promise<Uint8Array> {
  const length = await readLength(reader);
  if (length < TAG_BYTES || length > FRAME_BYTES + TAG_BYTES) throw archiveError("damaged");
  const frame = await reader.exactly(length);
  if (frame === null) throw archiveError("truncated");
  return frame;
}

async function readLength(reader: ByteReader): Promise<number> {
  const bytes = await reader.exactly(LENGTH_BYTES);
  if (bytes === null) throw archiveError("truncated");
  return Buffer.from(bytes).readUInt32BE(0);
}

function makeKey(passphrase: string, salt: Uint8Array, { N, r, p }: SealCost): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // An accented letter is the same however it is typed.
    scrypt(
      passphrase.normalize("NFC"),
      salt,
      KEY_BYTES,
      { N, r, p, maxmem: 256 * N * r },
      (error, key) => error ? reject(error) : resolve(key),
    );
  });
}

/** Reads a stream in pieces of a given length. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads up to `length` bytes; fewer only at the end. */
  async upTo(length: number): Promise<Uint8Array> {
    const piece = new Uint8Array(length);
    let at = 0;
    while (at < length && !await this.isAtEnd()) {
      const part = this.#held.subarray(0, length - at);
      piece.set(part, at);
      at += part.length;
      this.#held = this.#held.subarray(part.length);
    }
    return piece.subarray(0, at);
  }

  /** Reads exactly `length` bytes; null when there are fewer. */
  async exactly(length: number): Promise<Uint8Array | null> {
    const piece = await this.upTo(length);
    return piece.length === length ? piece : null;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0 && !this.#ended) {
      const { done, value } = await this.#source.next();
      if (done) this.#ended = true;
      else this.#held = value;
    }
    return this.#held.length === 0;
  }
}
