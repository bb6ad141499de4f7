import { AppError } from "../../contract/app_error.ts";
import { attachment } from "../runs/log_download.ts";
import { readRange } from "../runs/byte_range.ts";
import type { BackupNote } from "./backup_store.ts";

const CHUNK = 256 * 1024;

/** Sends an archive as a file, whole or the range that is asked for, so that a download can go on. Throws `range_not_satisfiable`. */
export async function archiveResponse(
  { path, note }: { path: string; note: BackupNote },
  request: Request,
): Promise<Response> {
  const { size } = await Deno.stat(path);
  const range = readRange(request.headers.get("range"), size);
  if (range === "unsatisfiable") throw new AppError("range_not_satisfiable", { size });
  const { start, end } = range ?? { start: 0, end: size };
  const headers = new Headers({
    "content-type": "application/octet-stream",
    "content-length": String(end - start),
    "content-disposition": attachment(nameOf(note)),
    "accept-ranges": "bytes",
    etag: `"${note.id}"`,
    ...(range && { "content-range": `bytes ${start}-${end - 1}/${size}` }),
  });
  const body = request.method === "HEAD" ? null : ReadableStream.from(bytesOf(path, start, end));
  return new Response(body, { status: range ? 206 : 200, headers });
}

function nameOf({ id, encrypted }: BackupNote): string {
  const time = new Date(id).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  return `sundial-${time}.tar.gz${encrypted ? ".sealed" : ""}`;
}

async function* bytesOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  using file = await Deno.open(path);
  await file.seek(start, Deno.SeekMode.Start);
  for (let left = end - start; left > 0;) {
    const chunk = new Uint8Array(Math.min(CHUNK, left));
    const read = await file.read(chunk);
    // Shorter than was promised: whoever reads has to see that.
    if (read === null) throw new Error("the archive has become shorter");
    left -= read;
    yield chunk.subarray(0, read);
  }
}
