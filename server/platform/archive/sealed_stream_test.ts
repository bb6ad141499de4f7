import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { AppError } from "../../contract/app_error.ts";
import { sealStream } from "../../../tests/support/sealed_stream.ts";
import { openStream } from "./sealed_stream.ts";

const passphrase = "a lantern in the harbour";

async function* pieces(bytes: Uint8Array, size = 70_000): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/** Splits a sealed stream into its head and frames. */
function framesOf(sealed: Uint8Array): Uint8Array[] {
  const view = new DataView(sealed.buffer, sealed.byteOffset);
  let at = 17 + 4 + view.getUint32(17);
  const parts = [sealed.subarray(0, at)];
  while (at < sealed.length) {
    const end = at + 4 + view.getUint32(at);
    parts.push(sealed.subarray(at, end));
    at = end;
  }
  return parts;
}

async function codeOf(sealed: Uint8Array, phrase = passphrase): Promise<string> {
  try {
    await gather(openStream(pieces(sealed), phrase));
    return "opened";
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error.code === "archive_refused" ? String(error.params["fault"]) : error.code;
  }
}

const join = (parts: Uint8Array[]) =>
  gather((async function* () {
    yield* parts;
  })());

Deno.test("sealed stream: opens what was sealed, for every length around a frame", async () => {
  for (const size of [0, 1, 262_143, 262_144, 262_145, 700_000]) {
    const bytes = randomBytes(size);
    const sealed = await gather(sealStream(pieces(bytes), passphrase));
    assert.deepEqual(
      new Uint8Array(await gather(openStream(pieces(sealed, 999), passphrase))),
      new Uint8Array(bytes),
    );
  }
});

Deno.test("sealed stream: distinguishes manipulated frames from a wrong passphrase", async () => {
  const sealed = await gather(sealStream(pieces(randomBytes(900_000)), passphrase));
  const [head, a, b, c, d] = framesOf(sealed) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  assert.equal(await codeOf(sealed), "opened");
  assert.equal(await codeOf(sealed, "a lantern in the harbor"), "backup_passphrase_wrong");
  assert.equal(await codeOf(await join([head, a, b])), "truncated");
  assert.equal(await codeOf(sealed.subarray(0, sealed.length - 1)), "truncated");
  assert.equal(await codeOf(sealed.subarray(0, 40)), "truncated");
  assert.equal(await codeOf(await join([head, a, c, b, d])), "damaged");
  assert.equal(await codeOf(await join([head, a, a, b, c, d])), "damaged");
  assert.equal(await codeOf(await join([head, a, b, c, d, d])), "damaged");
  assert.equal(await codeOf(await join([head, a, b, d])), "damaged");
  const changed = sealed.slice();
  changed[changed.length - 400_000]! ^= 1;
  assert.equal(await codeOf(changed), "damaged");
  const other = await gather(sealStream(pieces(randomBytes(900_000)), passphrase));
  assert.equal(await codeOf(await join([head, ...framesOf(other).slice(1)])), "backup_passphrase_wrong");
});

Deno.test("sealed stream: rejects a head that requests gigabytes of memory", async () => {
  const sealed = await gather(sealStream(pieces(randomBytes(10)), passphrase));
  const [head, ...frames] = framesOf(sealed);
  const output = new TextDecoder().decode(head!.subarray(21)).replace('"N":16', '"N":1073741824');
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, output.length);
  const greedy = [head!.subarray(0, 17), length, new TextEncoder().encode(output), ...frames];
  assert.equal(await codeOf(await join(greedy)), "not_an_archive");
});
