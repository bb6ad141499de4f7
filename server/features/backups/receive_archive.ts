import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { AppError } from "../../contract/app_error.ts";
import type { RequestContent } from "../../http/route.ts";

const FORM = "multipart/form-data";
/** Maximum size of a form besides the archive, in bytes. */
const FORM_BYTES = 64 * 1024;

/**
 * Yields an uploaded archive, from the request body or the first file of a form. Throws `malformed_request`
 * and the errors of the body.
 */
export async function* receiveArchive(
  content: RequestContent,
  limit: number,
): AsyncGenerator<Uint8Array, void> {
  if (!content.exists) throw new AppError("malformed_request", { reason: "body_missing" });
  if (content.mediaType !== FORM) return yield* content.pieces(limit);
  yield* fileOfForm(content.pieces(limit + FORM_BYTES), content.type);
}

async function* fileOfForm(
  pieces: AsyncIterable<Uint8Array>,
  type: string,
): AsyncGenerator<Uint8Array, void> {
  const form = await openForm(type);
  const found = Promise.withResolvers<BusboyFileStream | null>();
  let taken: BusboyFileStream | null = null;
  form.on("file", (_field, stream) => {
    stream.on("error", () => {});
    if (taken) return void stream.resume();
    taken = stream;
    found.resolve(stream);
  });
  form.on("error", () => found.resolve(null));
  form.on("finish", () => found.resolve(null));
  const feeding = feed(pieces, form);
  feeding.catch((error) => {
    found.reject(error);
    // Otherwise the reader would wait forever for missing data.
    taken?.destroy(error instanceof Error ? error : cutOff());
  });
  try {
    const stream = await found.promise;
    if (stream === null) throw new AppError("malformed_request", { reason: "body_missing" });
    for await (const chunk of stream) yield chunk as Uint8Array; // no encoding is set
    await feeding;
  } catch (error) {
    throw error instanceof AppError ? error : cutOff();
  } finally {
    form.removeAllListeners();
    form.on("error", () => {});
  }
}

async function openForm(type: string): Promise<BusboyInstance> {
  const { default: { Busboy } } = await import("@fastify/busboy");
  try {
    return new Busboy({
      headers: { "content-type": type },
      isPartAFile: (_field, _type, name) => name !== undefined,
      limits: { parts: 10, files: 1, fields: 10, fieldSize: 4096, headerPairs: 20, headerSize: 8192 },
    });
  } catch {
    throw cutOff();
  }
}

async function feed(pieces: AsyncIterable<Uint8Array>, form: BusboyInstance): Promise<void> {
  const ended = Promise.withResolvers<void>();
  form.on("finish", () => ended.resolve());
  form.on("error", (error) => ended.reject(error));
  ended.promise.catch(() => {});
  for await (const piece of pieces) {
    if (form.write(piece)) continue;
    const drained = new Promise<void>((resolve) => form.once("drain", resolve));
    await Promise.race([drained, ended.promise]);
  }
  form.end();
  await ended.promise;
}

function cutOff(): AppError {
  return new AppError("malformed_request", { reason: "body_cut_off" });
}
