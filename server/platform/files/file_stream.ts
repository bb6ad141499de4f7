import type { Location } from "./files_root.ts";
import { RegularFile } from "./regular_file.ts";

/** A file ready to be sent. */
export interface SentFile {
  size: number;
  /** Its bytes; cancelling it, or reading it to the end, closes the file. */
  body: ReadableStream<Uint8Array>;
}

/** Opens a file for sending in chunks, exactly as many bytes as it has now. Throws `wrong_kind` and file system errors. */
export async function streamFile(location: Pick<Location, "folder" | "name" | "path">): Promise<SentFile> {
  const file = await RegularFile.open(location);
  const { size } = file.stats;
  const chunks = file.chunks();
  let left = size;
  return {
    size,
    body: new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value } = left === 0 ? { value: undefined } : await chunks.next();
        if (value === undefined) {
          await file[Symbol.asyncDispose]();
          // A file that shrank in the meantime must not look complete.
          if (left > 0) return controller.error(new Error("the file became shorter while it was sent"));
          return controller.close();
        }
        const part = value.subarray(0, Math.min(value.length, left));
        left -= part.length;
        controller.enqueue(part);
      },
      cancel: () => file[Symbol.asyncDispose](),
    }, { highWaterMark: 0 }),
  };
}
