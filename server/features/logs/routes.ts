import { refuseIf } from "../../contract/app_error.ts";
import { pathResults } from "../../contract/files.ts";
import {
  firstErrorQuery,
  firstErrorResult,
  logRange,
  logSearchQuery,
  logSearchResult,
  logTimes,
} from "../../contract/log_search.ts";
import {
  logDeleteBody,
  logMeasure,
  logPathQuery,
  logsSearchQuery,
  logsSearchResult,
  logTree,
  logTreeQuery,
} from "../../contract/logs.ts";
import { formatError } from "../../contract/messages/format.ts";
import type { Language } from "../../contract/settings.ts";
import { type Route, route } from "../../http/route.ts";
import { attachment, logResponse, logResponses, timesBetween } from "../runs/log_response.ts";
import type { LogScans } from "../runs/search/log_scans.ts";
import { findFirstError, searchLog } from "../runs/search/log_search.ts";
import type { Logs, Removal } from "./service.ts";

export function logsRoutes(logs: Logs, scans: LogScans): Route[] {
  return [...folderRoutes(logs), ...contentRoutes(logs, scans), ...removeRoutes(logs)];
}

const access = "logs:read";

function folderRoutes(logs: Logs): Route[] {
  return [
    route("get", "/logs/tree", {
      access,
      summary: "Lists the contents of a log folder",
      query: logTreeQuery,
      results: { 200: { description: "The entries, with the runs of the logs", schema: logTree } },
      handle: async ({ query }) => ({ body: await logs.tree(query.path) }),
    }),
    route("get", "/logs/measure", {
      access,
      summary: "Returns the number and size of the logs in a folder",
      query: logPathQuery,
      results: { 200: { description: "Logs counted within two seconds", schema: logMeasure } },
      handle: async ({ query }) => ({ body: await logs.measure(query.path) }),
    }),
    route("get", "/logs/search", {
      access,
      summary: "Searches logs by content, or by name, also that of their task",
      query: logsSearchQuery,
      results: { 200: { description: "Matches found within a few seconds", schema: logsSearchResult } },
      handle: async ({ query, request }) => ({ body: await logs.search(query, request.signal) }),
    }),
    route("get", "/logs/download", {
      access,
      summary: "Downloads a log, or a log folder as an archive",
      query: logPathQuery,
      results: {
        200: { description: "The log, or the folder as a .tar.gz", contentType: "application/octet-stream" },
      },
      handle: async ({ query, request }) => await download(logs, query.path, request),
    }),
  ];
}

function removeRoutes(logs: Logs): Route[] {
  return [
    route("delete", "/logs", {
      access: "logs:write",
      whileReadOnly: "allowed",
      summary: "Permanently deletes a log or log folder given in the query, or several given in the body",
      query: logPathQuery.partial(),
      body: logDeleteBody.optional(),
      results: { 200: { description: "One result per path, in the requested order", schema: pathResults } },
      handle: async ({ query: { path }, body, language }) => {
        if (body) return results(await logs.removeSeveral(body.paths), language);
        if (path === undefined) refuseIf([{ path: "path", code: "required" }]);
        else await logs.remove(path);
        return results([{ path: path ?? "" }], language);
      },
    }),
  ];
}

function results(removals: readonly Removal[], language: Language) {
  const results = removals.map(({ path, error }) =>
    error ? { path, ok: false, error: formatError(error, language) } : { path, ok: true }
  );
  return { body: { results } };
}

const withPath = logPathQuery.shape;

/** Returns the routes of one log by its path, like those for the log of a run. */
function contentRoutes(logs: Logs, scans: LogScans): Route[] {
  return [
    route("get", "/logs/content", {
      access,
      summary: "Returns a log by its path, or a range of its bytes",
      query: logPathQuery,
      results: logResponses,
      handle: async ({ query, request }) => await logResponse(await logs.open(query.path), request, null),
    }),
    route("get", "/logs/content/times", {
      access,
      summary: "Returns the size of a log over time",
      query: logRange.extend(withPath),
      results: { 200: { description: "Up to 2,000 entries, in order", schema: logTimes } },
      handle: async ({ query: { path, ...range } }) => {
        const items = timesBetween(await (await logs.open(path)).times(), range);
        return { body: { items } };
      },
    }),
    route("get", "/logs/content/search", {
      access,
      summary: "Searches a log for a text",
      query: logSearchQuery.extend(withPath),
      results: { 200: { description: "Matches found within a few seconds", schema: logSearchResult } },
      handle: async ({ query: { path, ...query }, request }) => ({
        body: await searchLog(scans, await logs.open(path), query, request.signal),
      }),
    }),
    route("get", "/logs/content/first-error", {
      access,
      summary: "Finds the first line of a log that looks like an error",
      query: firstErrorQuery.extend(withPath),
      results: {
        200: { description: "The line, if it was found within a few seconds", schema: firstErrorResult },
      },
      handle: async ({ query: { path, ...start }, request }) => ({
        body: await findFirstError(scans, await logs.open(path), start, request.signal),
      }),
    }),
  ];
}

/** Sends a log as a file under its own name, or a folder as an archive. Throws `AppError`. */
async function download(logs: Logs, path: string, request: Request): Promise<Response> {
  if (!logs.isFolder(path)) {
    return await logResponse(await logs.open(path), request, path.split("/").at(-1) ?? "log");
  }
  const { name, body } = await logs.archive(path);
  return new Response(body, {
    headers: { "content-type": "application/gzip", "content-disposition": attachment(name) },
  });
}
