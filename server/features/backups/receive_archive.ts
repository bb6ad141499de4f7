import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { AppError } from "../../contract/app_error.ts";

const FORM = "multipart/form-data";

/** Reads an archive that is sent, as the body of a request or as the first file of a form. Throws `malformed_request`. */
export async function* receiveArchive(request: Request): AsyncGenerator<Uint8Array, void> {
  if (request.body === null) throw new AppError("malformed_request", { reason: "body_missing" });
  const type = request.headers.get("content-type") ?? "";
  if (type.split(";")[0]!.trim().toLowerCase() !== FORM) return yield* untilCutOff(request.body);
  yield* fileOfForm(request.body, type);
}

async function* untilCutOff(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch {
    throw cutOff();
  }
}

async function* fileOfForm(body: ReadableStream<Uint8Array>, type: string): AsyncGenerator<Uint8Array, void> {
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
  const feeding = feed(body, form);
  feeding.catch(() => {
    found.resolve(null);
    // Whoever reads it would else wait for ever for what does not come.
    taken?.destroy(cutOff());
  });
  try {
    const stream = await found.promise;
    if (stream === null) throw new AppError("malformed_request", { reason: "body_missing" });
    for await (const chunk of stream) yield chunk as Uint8Array; // no encoding is set
    await feeding;
  } catch (fault) {
    throw fault instanceof AppError ? fault : cutOff();
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

async function feed(body: ReadableStream<Uint8Array>, form: BusboyInstance): Promise<void> {
  const ended = Promise.withResolvers<void>();
  form.on("finish", () => ended.resolve());
  form.on("error", (fault) => ended.reject(fault));
  ended.promise.catch(() => {});
  for await (const chunk of body) {
    if (form.write(chunk)) continue;
    const drained = new Promise<void>((resolve) => form.once("drain", resolve));
    await Promise.race([drained, ended.promise]);
  }
  form.end();
  await ended.promise;
}

function cutOff(): AppError {
  return new AppError("malformed_request", { reason: "body_cut_off" });
}
