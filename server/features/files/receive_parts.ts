// The files of a form that is sent, written beside each other while they arrive. Nothing takes a place before the whole form is
// here: one that is cut off leaves nothing.
import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { AppError } from "../../contract/app_error.ts";
import type { RequestContent } from "../../http/route.ts";
import { UnfinishedFile } from "../../platform/files/atomic_save.ts";
import type { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { Turns } from "../../platform/files/turns.ts";

const MAX_PARTS = 1000;
const FORM = "multipart/form-data";
/** What a form may hold besides the files. */
const FORM_BYTES = 1024 * 1024;

/** One file of a form: written, or what went wrong with it. */
export interface ReceivedFile {
  /** As the sender names it. */
  name: string;
  file: UnfinishedFile | null;
  error: unknown;
}

/**
 * Receives all files of a form into a folder, in their order, together at most `limit` bytes. Throws `AppError` when the form
 * cannot be read; nothing is left then.
 */
export async function receiveParts(
  content: RequestContent,
  { folder, limit }: { folder: PinnedFolder; limit: number },
): Promise<ReceivedFile[]> {
  const arriving: Promise<ReceivedFile>[] = [];
  const form = await openForm(content, limit);
  const streams: BusboyFileStream[] = [];
  const turns = new Turns();
  form.on("file", (_field, stream, name) => {
    // One that nobody hears would end the panel.
    stream.on("error", () => {});
    streams.push(stream);
    arriving.push(turns.take(() => receive({ folder, limit }, stream, name)));
  });
  // Those before the last are here as a whole: waiting for them bounds what is held in memory.
  const settle = async () => void await Promise.all(arriving.slice(0, -1));
  try {
    await pump(content.pieces(limit + FORM_BYTES), form, settle);
  } catch (error) {
    for (const stream of streams) stream.destroy();
    for (const { file } of await Promise.all(arriving)) file?.[Symbol.dispose]();
    throw error;
  }
  return await Promise.all(arriving);
}

async function openForm(content: RequestContent, limit: number): Promise<BusboyInstance> {
  if (content.mediaType !== FORM) throw new AppError("unsupported_media_type", { expected: FORM });
  if (!content.exists) throw new AppError("malformed_request", { reason: "body_missing" });
  const { default: { Busboy } } = await import("@fastify/busboy");
  try {
    return new Busboy({
      headers: { "content-type": content.type },
      preservePath: true,
      isPartAFile: (_field, _type, name) => name !== undefined,
      limits: {
        ...{ parts: MAX_PARTS, files: MAX_PARTS, fields: 10, fieldNameSize: 200, fieldSize: 1024 },
        ...{ headerPairs: 20, headerSize: 8192 },
        // One more, so that the writer sees that it is too large.
        fileSize: limit + 1,
      },
    });
  } catch {
    throw malformed();
  }
}

async function receive(
  { folder, limit }: { folder: PinnedFolder; limit: number },
  stream: BusboyFileStream,
  name: string,
): Promise<ReceivedFile> {
  try {
    // Left open when the writer stops: the rest of it has to be read and dropped, or what comes after would never arrive.
    const content = stream.iterator({ destroyOnReturn: false });
    return { name, error: null, file: await UnfinishedFile.write(folder, content, { limit }) };
  } catch (error) {
    stream.resume();
    return { name, file: null, error };
  }
}

async function pump(
  pieces: AsyncIterable<Uint8Array>,
  form: BusboyInstance,
  settle: () => Promise<void>,
): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  const refuse = (error: AppError) => {
    isOver = true;
    reject(error);
  };
  form.on("partsLimit", () => refuse(tooMany()));
  form.on("filesLimit", () => refuse(tooMany()));
  form.on("error", () => refuse(malformed()));
  form.on("finish", () => {
    isOver = true;
    resolve();
  });
  ended.catch(() => {});
  try {
    for await (const piece of pieces) {
      await Promise.race([write(form, piece), ended]);
      await settle();
      // What follows the end of the form is not wanted.
      if (isOver) break;
    }
    form.end();
    await ended;
  } catch (error) {
    throw error instanceof AppError ? error : malformed();
  } finally {
    form.removeAllListeners();
    form.on("error", () => {});
  }
}

function write(form: BusboyInstance, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (form.write(chunk)) resolve();
    else form.once("drain", resolve);
  });
}

function tooMany(): AppError {
  const issue = { path: "files", code: "too_many" as const, params: { max: MAX_PARTS } };
  return new AppError("validation_failed", { count: 1 }, [issue]);
}

function malformed(): AppError {
  return new AppError("malformed_request", { reason: "body_cut_off" });
}
