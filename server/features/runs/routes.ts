import { z } from "zod";
import { AppError } from "../../contract/app_error.ts";
import { idParams, listOf } from "../../contract/shapes.ts";
import { run, runListQuery } from "../../contract/runs.ts";
import { type Caller, type Route, route, type RouteInput } from "../../http/route.ts";
import type { Clock } from "../../platform/clock.ts";
import { readRange } from "./byte_range.ts";
import type { LogFile } from "./log_file.ts";
import { logStream, type StreamLease } from "./log_stream.ts";
import type { Runs } from "./service.ts";

/** What a live log needs besides the log. */
export interface Streaming {
  clock: Clock;
  lease(caller: Caller): StreamLease;
}

const TEXT = "text/plain; charset=utf-8";
const streamQuery = z.strictObject({ offset: z.coerce.number().int().min(0).default(0) });

/** Lists the routes of `/api/runs`, and of the runs below a task. */
export function runRoutes(runs: Runs, streaming: Streaming): Route[] {
  return [
    route({
      method: "get",
      path: "/runs",
      access: "tasks:read",
      summary: "Lists runs, newest first",
      query: runListQuery,
      answers: { 200: { description: "One page of runs", schema: listOf(run) } },
      handle: async ({ query }) => ({ status: 200, body: await runs.list(query) }),
    }),
    route({
      method: "get",
      path: "/tasks/{id}/runs",
      access: "tasks:read",
      summary: "Lists the runs of a task, newest first",
      params: idParams,
      query: runListQuery.omit({ taskId: true }),
      answers: { 200: { description: "One page of runs", schema: listOf(run) } },
      handle: async ({ params, query }) => ({
        status: 200,
        body: await runs.list({ ...query, taskId: params.id }),
      }),
    }),
    route({
      method: "get",
      path: "/runs/{id}",
      access: "tasks:read",
      summary: "Reads one run",
      params: idParams,
      answers: { 200: { description: "The run", schema: run } },
      handle: async ({ params }) => ({ status: 200, body: await runs.get(params.id) }),
    }),
    route({
      method: "post",
      path: "/runs/{id}/stop",
      access: "tasks:write",
      summary: "Stops a run, or takes it out of the queue",
      params: idParams,
      answers: { 200: { description: "The run; it ends within the grace period", schema: run } },
      handle: async ({ params }) => {
        await runs.stop(params.id);
        return { status: 200, body: await runs.get(params.id) };
      },
    }),
    route({
      method: "get",
      path: "/runs/{id}/log",
      access: "logs:read",
      summary: "Reads the log of a run, whole or a range of its bytes",
      params: idParams,
      answers: {
        200: { description: "The log", contentType: "text/plain" },
        206: { description: "The range of it that was asked for", contentType: "text/plain" },
      },
      handle: async ({ params, request }) => await logAnswer(await runs.log(params.id), request),
    }),
    route({
      method: "get",
      path: "/runs/{id}/log/stream",
      access: "logs:read",
      summary: "Follows the log of a run from an offset, as server-sent events `chunk` and `end`",
      params: idParams,
      query: streamQuery,
      answers: { 200: { description: "The events", contentType: "text/event-stream" } },
      handle: async (input) => await streamAnswer(runs, input, streaming),
    }),
  ];
}

async function logAnswer(log: LogFile, request: Request): Promise<Response> {
  const size = await log.size();
  const range = readRange(request.headers.get("range"), size);
  if (range === "unsatisfiable") throw new AppError("range_not_satisfiable", { size });
  const { start, end } = range ?? { start: 0, end: size };
  const headers = new Headers({
    "content-type": TEXT,
    "content-length": String(end - start),
    "accept-ranges": "bytes",
    "x-log-complete": String(log.complete),
    "x-log-size": String(size),
  });
  if (range) headers.set("content-range", `bytes ${start}-${end - 1}/${size}`);
  const body = request.method === "HEAD" || end === start ? null : log.stream(start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}

async function streamAnswer(
  runs: Runs,
  { params, query, request, caller }: RouteInput<{ id: number }, { offset: number }, undefined>,
  { clock, lease }: Streaming,
): Promise<Response> {
  const { id } = params;
  await runs.get(id);
  // A reader that reconnects says where it was.
  const resumed = Number(request.headers.get("last-event-id") ?? Number.NaN);
  const offset = Number.isSafeInteger(resumed) && resumed >= 0 ? resumed : query.offset;
  const stream = logStream({ open: () => runs.log(id), offset, clock, lease: lease(caller) });
  return new Response(stream, {
    headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" },
  });
}
