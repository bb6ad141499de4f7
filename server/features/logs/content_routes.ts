import {
  firstErrorQuery,
  firstErrorResult,
  logRange,
  logSearchQuery,
  logSearchResult,
  logTimes,
} from "../../contract/log_search.ts";
import { logPathQuery } from "../../contract/logs.ts";
import { type Route, route } from "../../http/route.ts";
import { attachment, logResponse, logResponses, timesBetween } from "../runs/log_response.ts";
import { findFirstError, searchLog } from "../runs/search/log_search.ts";
import type { LogScans } from "../runs/search/log_scans.ts";
import type { Logs } from "./service.ts";

const access = "logs:read";
const withPath = logPathQuery.shape;

/** Returns the routes of one log by its path, like those for the log of a run. */
export function contentRoutes(logs: Logs, scans: LogScans): Route[] {
  return [
    route({
      method: "get",
      path: "/logs/content",
      access,
      summary: "Returns a log by its path, or a range of its bytes",
      query: logPathQuery,
      results: logResponses,
      handle: async ({ query, request }) => await logResponse(await logs.open(query.path), request, null),
    }),
    route({
      method: "get",
      path: "/logs/content/times",
      access,
      summary: "Returns the size of a log over time",
      query: logRange.extend(withPath),
      results: { 200: { description: "Up to 2,000 entries, in order", schema: logTimes } },
      handle: async ({ query: { path, ...range } }) => {
        const items = timesBetween(await (await logs.open(path)).times(), range);
        return { status: 200, body: { items } };
      },
    }),
    route({
      method: "get",
      path: "/logs/content/search",
      access,
      summary: "Searches a log for a text",
      query: logSearchQuery.extend(withPath),
      results: { 200: { description: "Matches found within a few seconds", schema: logSearchResult } },
      handle: async ({ query: { path, ...query }, request }) => ({
        status: 200,
        body: await searchLog(scans, await logs.open(path), query, request.signal),
      }),
    }),
    route({
      method: "get",
      path: "/logs/content/first-error",
      access,
      summary: "Finds the first line of a log that looks like an error",
      query: firstErrorQuery.extend(withPath),
      results: { 200: { description: "Matches found within a few seconds", schema: firstErrorResult } },
      handle: async ({ query: { path, ...location }, request }) => ({
        status: 200,
        body: await findFirstError(scans, await logs.open(path), location, request.signal),
      }),
    }),
  ];
}

/** Sends a log as a file under its own name, or a folder as an archive. Throws `AppError`. */
export async function download(logs: Logs, path: string, request: Request): Promise<Response> {
  if (!logs.isFolder(path)) {
    return await logResponse(await logs.open(path), request, path.split("/").at(-1) ?? "log");
  }
  const { name, body } = await logs.archive(path);
  return new Response(body, {
    headers: { "content-type": "application/gzip", "content-disposition": attachment(name) },
  });
}
