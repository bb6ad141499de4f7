import { once } from "node:events";
import { createGunzip, createGzip } from "node:zlib";
import { archiveError } from "./archive_form.ts";

const CHUNK = 64 * 1024;

export function gzipStream(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  return pass(source, createGzip({ chunkSize: CHUNK, level: 5 }));
}

/** Decompresses a stream as it is read, with little read-ahead. Throws `archive_refused` when it cannot be decompressed. */
export async function* gunzipStream(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pass(source, createGunzip({ chunkSize: CHUNK }));
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw archiveError(error.message.includes("unexpected end") ? "truncated" : "damaged");
  }
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

type Zlib = ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>;

async function* pass(source: AsyncIterable<Uint8Array>, zlib: Zlib): AsyncGenerator<Uint8Array, void> {
  const feeding = feed(source, zlib).catch((error: Error) => void zlib.destroy(error));
  try {
    for await (const chunk of zlib) yield chunk as Uint8Array; // always bytes unless an encoding is set
  } finally {
    // The reader may stop early: the feeding side must not wait forever.
    zlib.destroy();
    await feeding;
  }
}

async function feed(source: AsyncIterable<Uint8Array>, zlib: Zlib): Promise<void> {
  const closed = Promise.withResolvers<void>();
  zlib.once("close", () => closed.resolve());
  zlib.on("error", () => {});
  for await (const chunk of source) {
    if (zlib.destroyed) return;
    if (!zlib.write(chunk)) await Promise.race([once(zlib, "drain").catch(() => {}), closed.promise]);
  }
  if (!zlib.destroyed) zlib.end();
}
