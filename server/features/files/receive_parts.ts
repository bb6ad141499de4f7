// Writes the files of a form to temporary files while they arrive. They are put in place only once the form
// is complete: an interrupted upload leaves nothing behind.
import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { AppError } from "../../contract/app_error.ts";
import type { RequestContent } from "../../http/route.ts";
import { UnfinishedFile } from "../../platform/files/atomic_save.ts";
import type { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { Turns } from "../../platform/files/turns.ts";

const MAX_PARTS = 1000;
const FORM = "multipart/form-data";
/** Maximum size of a form besides its files, in bytes. */
const FORM_BYTES = 1024 * 1024;

/** One file of a form: written, or its error. */
export interface ReceivedFile {
  /** Name as sent by the client. */
  name: string;
  file: UnfinishedFile | null;
  error: unknown;
}

/**
 * Receives all files of a form into a folder, in order, with at most `limit` bytes in total. Throws
 * `AppError` if the form cannot be read, leaving nothing behind.
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
    // An unhandled error event would crash the process.
    stream.on("error", () => {});
    streams.push(stream);
    arriving.push(turns.take(() => receive({ folder, limit }, stream, name)));
  });
  // All but the last file have fully arrived: waiting for them limits the memory in use.
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
        parts: MAX_PARTS,
        files: MAX_PARTS,
        fields: 10,
        fieldNameSize: 200,
        fieldSize: 1024,
        headerPairs: 20,
        headerSize: 8192,
        // One byte more, so that the writer notices the excess.
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
    // Kept open when the writer stops: the rest has to be read and discarded, or later parts would never
    // arrive.
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
      // Ignores data after the end of the form.
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
