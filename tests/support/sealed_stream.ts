// Encrypts a stream in the format of earlier versions, which are only read now.
import { Buffer } from "node:buffer";
import { createCipheriv, randomBytes, scryptSync } from "node:crypto";
import { SEALED_MAGIC } from "../../server/platform/archive/sealed_stream.ts";

const FRAME_BYTES = 256 * 1024;
const COST = { N: 16, r: 1, p: 1 };

export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void> {
  const salt = randomBytes(32);
  const header = Buffer.from(JSON.stringify({ salt: salt.toString("base64"), ...COST }));
  const key = scryptSync(passphrase.normalize("NFC"), salt, 32, COST);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const plain = Buffer.concat(chunks);
  yield Buffer.concat([SEALED_MAGIC, lengthOf(header.length), header]);
  for (let index = 0; index === 0 || index * FRAME_BYTES < plain.length; index++) {
    const end = (index + 1) * FRAME_BYTES;
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(end >= plain.length ? 1 : 0, 0);
    nonce.writeBigUInt64BE(BigInt(index), 4);
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(header);
    const frame = plain.subarray(index * FRAME_BYTES, end);
    const sealed = Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()]);
    yield Buffer.concat([lengthOf(sealed.length), sealed]);
  }
}

function lengthOf(length: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length, 0);
  return bytes;
}
