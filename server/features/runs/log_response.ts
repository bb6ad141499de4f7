// Sends the bytes of a log, whole or a range, always with the metadata of the whole log.
import { AppError } from "../../contract/app_error.ts";
import type { LogShape } from "../../engine/logs/log_shape.ts";
import type { LogFile } from "./log_file.ts";
import type { Run } from "../../contract/runs.ts";
import type { LogTime } from "../../engine/logs/log_times.ts";
import { trimEnd } from "../../contract/trim_end.ts";
import { isoTime } from "../../platform/iso_time.ts";

const TEXT = "text/plain; charset=utf-8";
/**
 * Ranges up to this size are read before the response starts, so that the headers describe exactly these
 * bytes.
 */
const READ_AT_ONCE = 4 * 1024 * 1024;
const MAX_LENGTH = 80;

/** OpenAPI descriptions of the responses that send a log. */
export const logResponses = {
  200: {
    description:
      "The log. If it was too large, a line replaces the omitted part. `X-Log-Removed: true` indicates that the log was removed, as opposed to empty.",
    contentType: "text/plain",
  },
  206: {
    description: "The requested range of the log. The bytes in the range `X-Log-Gap` were not kept.",
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

/** A range of bytes; `end` is exclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header with a single range (RFC 9110, 14.2) for content of `size` bytes. Returns null if
 * there is none or it is not supported, so the whole content is sent, and `unsatisfiable` if it lies outside.
 */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** Returns the file name for downloading a run's log: the task's name and the start time. */
export function downloadName({ taskName, logPath, id }: Pick<Run, "taskName" | "logPath" | "id">): string {
  // Characters that common file systems reject or give a special meaning.
  // deno-lint-ignore no-control-regex -- control characters are among it
  const plain = taskName.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\\/:*?"<>|]+/g, "_");
  const task = [...trimEnd(plain.replace(/^[\s.]+/, ""), " .")].slice(0, MAX_LENGTH).join("");
  const time = logPath?.split("/").at(-1)?.replace(/\.log$/, "") ?? String(id);
  return `${task || "log"}_${time}.log`;
}

/** Returns a `Content-Disposition` header for a file of that name (RFC 6266), with an ASCII fallback. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const MAX = 2000;

/** Returns the times at which the bytes from `from` to `to` appeared, thinned out evenly above the limit. */
export function timesBetween(
  times: readonly LogTime[],
  { from, to = Infinity }: { from: number; to?: number | undefined },
): { size: number; at: string }[] {
  const first = times.findIndex(({ size }) => size > from);
  if (first < 0) return [];
  const last = times.findIndex(({ size }) => size >= to);
  const wanted = times.slice(first, last < 0 ? times.length : last + 1);
  const step = Math.ceil(wanted.length / MAX);
  // Counts from the end: of the entries merged into one, the last one knows when all of its bytes were there.
  return wanted.filter((_, index) => (wanted.length - 1 - index) % step === 0)
    .map(({ at, size }) => ({ size, at: isoTime(at) }));
}
