import * as z from "zod";
import {
  firstErrorQuery,
  firstErrorResult,
  logRange,
  logSearchQuery,
  logSearchResult,
  logTimes,
} from "../../contract/log_search.ts";
import { listedRun, run, runFailures, runFailuresQuery, runListQuery } from "../../contract/runs.ts";
import { idParams, listOf } from "../../contract/shapes.ts";
import {
  type Caller,
  hasScope,
  type PerCaller,
  type Route,
  route,
  type RouteInput,
} from "../../http/route.ts";
import type { Clock } from "../../platform/clock.ts";
import { readEventId } from "./log_file.ts";
import { LogFollowers } from "./log_follower.ts";
import { downloadName, logResponse, logResponses, timesBetween } from "./log_response.ts";
import { logStream, type StreamLease } from "./log_stream.ts";
import { LogScans } from "./search/log_scans.ts";
import { findFirstError, searchLog } from "./search/log_search.ts";
import type { Runs } from "./service.ts";

const access = "logs:read";

/** Returns the routes of `/api/runs` and of the runs of a task. */
export function runRoutes(runs: PerCaller<Runs>, streaming: Streaming): Route[] {
  return [
    route("get", "/runs", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists runs, newest first by default",
      query: runListQuery,
      results: { 200: { description: "One page of runs", schema: listOf(listedRun) } },
      handle: async ({ caller, query }) => ({ body: await runs(caller).list(query) }),
    }),
    route("get", "/tasks/{id}/runs", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists the runs of a task, newest first by default",
      params: idParams,
      query: runListQuery.omit({ taskId: true }),
      results: { 200: { description: "One page of runs", schema: listOf(listedRun) } },
      handle: async ({ caller, params, query }) => ({
        body: await runs(caller).list({ ...query, taskId: params.id }),
      }),
    }),
    route("get", "/runs/failures", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns why runs failed, with `logs:read` also the last line of each log",
      query: runFailuresQuery,
      results: { 200: { description: "The reasons", schema: runFailures } },
      handle: async ({ query: { ids }, caller }) => ({
        body: await runs(caller).failures(ids.split(",").map(Number), {
          readsLogs: hasScope(caller, access),
        }),
      }),
    }),
    route("get", "/runs/{id}", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns one run",
      params: idParams,
      results: { 200: { description: "The run", schema: run } },
      handle: async ({ caller, params }) => ({ body: await runs(caller).get(params.id) }),
    }),
    route("post", "/runs/{id}/stop", {
      access: "tasks:run",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Stops a run, or removes it from the queue",
      params: idParams,
      results: { 200: { description: "The run; it ends within the grace period", schema: run } },
      handle: async ({ caller, params }) => {
        await runs(caller).stop(params.id);
        return { body: await runs(caller).get(params.id) };
      },
    }),
    ...logRoutes(runs, streaming),
  ];
}

/** What a live log needs besides the log itself. */
interface Streaming {
  clock: Clock;
  lease(caller: Caller): Promise<StreamLease>;
}

const logQuery = z.strictObject({
  download: z.literal("1").optional().meta({ description: "Set to `1` to download the log as a named file" }),
});
const streamQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  generation: z.coerce.number().int().min(0).optional().meta({
    description: "Generation of `offset`. Defaults to the current generation.",
  }),
});

function logRoutes(runs: PerCaller<Runs>, streaming: Streaming): Route[] {
  const scans = new LogScans(streaming.clock);
  const followers = new LogFollowers(streaming.clock);
  return [
    route("get", "/runs/{id}/log", {
      access,
      byLabels: true,
      summary: "Returns the log of a run, or a range of its bytes",
      params: idParams,
      query: logQuery,
      results: logResponses,
      handle: async ({ caller, params, query, request }) => {
        const run = await runs(caller).get(params.id);
        const saveAs = query.download === undefined ? null : downloadName(run);
        return await logResponse(await runs(caller).log(params.id), request, saveAs);
      },
    }),
    route("get", "/runs/{id}/log/stream", {
      access,
      byLabels: true,
      summary: "Streams the log of a run from an offset, as server-sent events `chunk` and `end`",
      params: idParams,
      query: streamQuery,
      results: { 200: { description: "The events", contentType: "text/event-stream" } },
      handle: async (input) =>
        await streamResponse(runs(input.caller), input, { followers, lease: streaming.lease }),
    }),
    route("get", "/runs/{id}/log/times", {
      access,
      byLabels: true,
      summary: "Returns the size of the log of a run over time",
      params: idParams,
      query: logRange,
      results: { 200: { description: "Up to 2,000 entries, in order", schema: logTimes } },
      handle: async ({ caller, params, query }) => {
        const items = timesBetween(await (await runs(caller).log(params.id)).times(), query);
        return { body: { items } };
      },
    }),
    route("get", "/runs/{id}/log/search", {
      access,
      byLabels: true,
      summary: "Searches the log of a run for a text",
      params: idParams,
      query: logSearchQuery,
      results: { 200: { description: "Matches found within a few seconds", schema: logSearchResult } },
      handle: async ({ caller, params, query, request }) => ({
        body: await searchLog(scans, await runs(caller).log(params.id), query, request.signal),
      }),
    }),
    route("get", "/runs/{id}/log/first-error", {
      access,
      byLabels: true,
      summary: "Finds the first line of the log of a run that looks like an error",
      params: idParams,
      query: firstErrorQuery,
      results: {
        200: { description: "The line, if it was found within a few seconds", schema: firstErrorResult },
      },
      handle: async ({ caller, params, query, request }) => ({
        body: await findFirstError(scans, await runs(caller).log(params.id), query, request.signal),
      }),
    }),
  ];
}

async function streamResponse(
  runs: Runs,
  { params, query, request, caller }: RouteInput<{ id: number }, z.output<typeof streamQuery>, undefined>,
  { followers, lease }: { followers: LogFollowers; lease: Streaming["lease"] },
): Promise<Response> {
  const { id } = params;
  await runs.get(id);
  const asked = { offset: query.offset, generation: query.generation ?? Infinity };
  // A reader that reconnects sends its last position.
  const start = readEventId(request.headers.get("last-event-id")) ?? asked;
  const stream = logStream({
    follow: () => followers.follow(id, () => runs.log(id)),
    start,
    lease: await lease(caller),
  });
  return new Response(stream, {
    headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" },
  });
}
