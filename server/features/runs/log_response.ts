// Sends the bytes of a log, whole or a range, always with the metadata of the whole log.
import { AppError } from "../../contract/app_error.ts";
import type { LogShape } from "../../engine/log_shape.ts";
import { readRange } from "./byte_range.ts";
import { attachment } from "./log_download.ts";
import type { LogFile } from "./log_file.ts";

const TEXT = "text/plain; charset=utf-8";
/**
 * Ranges up to this size are read before the response starts, so that the headers describe exactly these
 * bytes.
 */
const READ_AT_ONCE = 4 * 1024 * 1024;

/** OpenAPI descriptions of the responses that send a log. */
export const logResponses = {
  200: {
    description:
      "The log. Where it was too large, a line stands for what was left out. `X-Log-Removed: true` tells one that is not kept any more from an empty one",
    contentType: "text/plain",
  },
  206: {
    description: "The range of it that was asked for. Of the bytes that `X-Log-Gap` names, nothing is kept",
    contentType: "text/plain",
  },
};

/**
 * Sends a log, whole or the requested range; `saveAs` makes it a download with that name. Throws
 * `range_not_satisfiable`.
 */
export async function logResponse(log: LogFile, request: Request, saveAs: string | null): Promise<Response> {
  const shape = await log.shape();
  const range = readRange(request.headers.get("range"), shape.size);
  if (range === "unsatisfiable") throw new AppError("range_not_satisfiable", { size: shape.size });
  const bare = request.method === "HEAD";
  if (range && saveAs === null) return await rangeResponse(log, shape, { ...range, bare });
  const { length, body } = log.whole(shape);
  const headers = logHeaders(log, shape, length);
  if (shape.size === 0 && log.isRemoved()) headers.set("x-log-removed", "true");
  if (saveAs !== null) headers.set("content-disposition", attachment(saveAs));
  return new Response(bare || length === 0 ? null : body, { headers });
}

async function rangeResponse(
  log: LogFile,
  before: LogShape,
  { start, end, bare }: { start: number; end: number; bare: boolean },
): Promise<Response> {
  const isSmall = end - start <= READ_AT_ONCE;
  const bytes = isSmall && !bare ? await log.read(start, end - start) : null;
  // Queried after the read, so that it names every hole in these bytes.
  const shape = bytes === null ? before : { ...await log.shape(), size: before.size };
  const length = bytes?.length ?? end - start;
  const headers = logHeaders(log, shape, length);
  headers.set("content-range", `bytes ${start}-${start + length - 1}/${shape.size}`);
  const body = bytes ?? (bare ? null : log.stream([{ start, end }]));
  return new Response(body, { status: 206, headers });
}

function logHeaders(log: LogFile, { size, gap, generation }: LogShape, length: number | null): Headers {
  return new Headers({
    "content-type": TEXT,
    ...(length !== null && { "content-length": String(length) }),
    "accept-ranges": "bytes",
    "x-log-complete": String(log.complete),
    "x-log-size": String(size),
    "x-log-generation": String(generation),
    ...(gap && { "x-log-gap": `${gap.start}-${gap.end}` }),
  });
}
