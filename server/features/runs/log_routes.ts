import { z } from "zod";
import { AppError } from "../../contract/app_error.ts";
import {
  firstErrorAnswer,
  firstErrorQuery,
  logRange,
  logSearchAnswer,
  logSearchQuery,
  logTimes,
} from "../../contract/log_search.ts";
import { idParams } from "../../contract/shapes.ts";
import type { LogShape } from "../../engine/log_shape.ts";
import { type Caller, type Route, route, type RouteInput } from "../../http/route.ts";
import type { Clock } from "../../platform/clock.ts";
import { readRange } from "./byte_range.ts";
import type { LogFile } from "./log_file.ts";
import { attachment, downloadName } from "./log_download.ts";
import { readPlace } from "./log_place.ts";
import { logStream, type StreamLease } from "./log_stream.ts";
import { timesBetween } from "./log_times_between.ts";
import { findFirstError, searchLog } from "./search/log_search.ts";
import { LogScans } from "./search/log_scans.ts";
import type { Runs } from "./service.ts";

/** What a live log needs besides the log. */
export interface Streaming {
  clock: Clock;
  lease(caller: Caller): StreamLease;
}

const TEXT = "text/plain; charset=utf-8";
/** A range up to this size is read before its answer begins, so that the headers speak of these very bytes. */
const READ_AT_ONCE = 4 * 1024 * 1024;

const logQuery = z.strictObject({
  download: z.literal("1").optional().meta({ description: "Sends it as a file with a name" }),
});
const streamQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  generation: z.coerce.number().int().min(0).optional().meta({
    description: "Generation of `offset`; the present one unless told",
  }),
});

const access = "logs:read";

/** Lists the routes of a run's log. */
export function logRoutes(runs: Runs, streaming: Streaming): Route[] {
  const scans = new LogScans(streaming.clock);
  return [
    route({
      method: "get",
      path: "/runs/{id}/log",
      access,
      summary: "Reads the log of a run, whole or a range of its bytes",
      params: idParams,
      query: logQuery,
      answers: {
        200: {
          description: "The log. Where it was too large, a line stands for what was left out",
          contentType: "text/plain",
        },
        206: {
          description:
            "The range of it that was asked for. Of the bytes that `X-Log-Gap` names, nothing is kept",
          contentType: "text/plain",
        },
      },
      handle: async (input) => await logAnswer(runs, input),
    }),
    route({
      method: "get",
      path: "/runs/{id}/log/stream",
      access,
      summary: "Follows the log of a run from an offset, as server-sent events `chunk` and `end`",
      params: idParams,
      query: streamQuery,
      answers: { 200: { description: "The events", contentType: "text/event-stream" } },
      handle: async (input) => await streamAnswer(runs, input, streaming),
    }),
    route({
      method: "get",
      path: "/runs/{id}/log/times",
      access,
      summary: "Tells when the log of a run had which size",
      params: idParams,
      query: logRange,
      answers: { 200: { description: "At most 2000 entries, in order", schema: logTimes } },
      handle: async ({ params, query }) => {
        const items = timesBetween(await (await runs.log(params.id)).times(), query);
        return { status: 200, body: { items } };
      },
    }),
    route({
      method: "get",
      path: "/runs/{id}/log/search",
      access,
      summary: "Finds a text in the log of a run",
      params: idParams,
      query: logSearchQuery,
      answers: { 200: { description: "What was found within a few seconds", schema: logSearchAnswer } },
      handle: async ({ params, query, request }) => ({
        status: 200,
        body: await searchLog(scans, await runs.log(params.id), query, request.signal),
      }),
    }),
    route({
      method: "get",
      path: "/runs/{id}/log/first-error",
      access,
      summary: "Finds the first line in the log of a run that looks like an error",
      params: idParams,
      query: firstErrorQuery,
      answers: { 200: { description: "What was found within a few seconds", schema: firstErrorAnswer } },
      handle: async ({ params, query, request }) => ({
        status: 200,
        body: await findFirstError(scans, await runs.log(params.id), query, request.signal),
      }),
    }),
  ];
}

async function logAnswer(
  runs: Runs,
  { params, query, request }: RouteInput<{ id: number }, z.output<typeof logQuery>, undefined>,
): Promise<Response> {
  const run = await runs.get(params.id);
  const log = await runs.log(params.id);
  const shape = await log.shape();
  const range = readRange(request.headers.get("range"), shape.size);
  if (range === "unsatisfiable") throw new AppError("range_not_satisfiable", { size: shape.size });
  const bare = request.method === "HEAD";
  if (range && query.download === undefined) return await rangeAnswer(log, shape, { ...range, bare });
  const { length, body } = log.whole(shape);
  const headers = logHeaders(log, shape, length);
  if (query.download !== undefined) headers.set("content-disposition", attachment(downloadName(run)));
  return new Response(bare || length === 0 ? null : body, { headers });
}

async function rangeAnswer(
  log: LogFile,
  before: LogShape,
  { start, end, bare }: { start: number; end: number; bare: boolean },
): Promise<Response> {
  const isSmall = end - start <= READ_AT_ONCE;
  const bytes = isSmall && !bare ? await log.read(start, end - start) : null;
  // Looked at after the bytes were read: what is a hole among them is named then.
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

async function streamAnswer(
  runs: Runs,
  { params, query, request, caller }: RouteInput<{ id: number }, z.output<typeof streamQuery>, undefined>,
  { clock, lease }: Streaming,
): Promise<Response> {
  const { id } = params;
  await runs.get(id);
  const asked = { offset: query.offset, generation: query.generation ?? Infinity };
  // A reader that reconnects says where it was.
  const place = readPlace(request.headers.get("last-event-id")) ?? asked;
  const stream = logStream({ open: () => runs.log(id), place, clock, lease: lease(caller) });
  return new Response(stream, {
    headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" },
  });
}
