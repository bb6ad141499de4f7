import {
  checkBody,
  checkResult,
  fileAreas,
  filePath,
  pathQuery,
  pathResults,
  pathsBody,
  sampleList,
  searchQuery,
  searchResult,
  transferBody,
  unpackBody,
} from "../../contract/files.ts";
import { type Route, route } from "../../http/route.ts";
import { contentRoutes, type FileRouteOptions } from "./content_routes.ts";
import { ScriptChecks } from "./check_script.ts";
import { trashRoutes } from "./trash_routes.ts";
import type { FilesParts } from "./files_parts.ts";
import { splitPath } from "../../platform/files/path_names.ts";
import { samplesIn } from "./samples/samples.ts";
import type { Language } from "../../contract/settings.ts";
import { formatResults, type PathResult } from "./batch_results.ts";
import { fileLimits } from "../../contract/limits/files.ts";
import * as z from "zod";
import { onExisting } from "./upload_files.ts";

/** A character may take six bytes in JSON. */
const CHECK_BODY_LIMIT = 6 * fileLimits.checkedText + 8 * 1024;

/** Returns the routes of `/api/files`, the same for each area. */
export function fileRoutes(
  parts: FilesParts,
  options: Pick<FileRouteOptions, "nameOf" | "uploadMaxBytes">,
): Route[] {
  const checks = new ScriptChecks();
  const routes = fileAreas.flatMap((area) => {
    const areaOptions: FileRouteOptions = { area, files: parts.areas[area], ...options };
    return [
      ...contentRoutes(areaOptions),
      ...batchRoutes(areaOptions),
      ...trashRoutes(areaOptions),
      ...streamRoutes(areaOptions),
      checkRoute(areaOptions, checks),
    ];
  });
  return [...routes, sampleRoute()];
}

function checkRoute({ area }: Pick<FileRouteOptions, "area">, checks: ScriptChecks): Route {
  return route("post", `/files/${area}/check`, {
    access: `${area}:read`,
    audit: false,
    summary: "Checks the syntax of a text with the language's own parser, without running it",
    body: checkBody,
    bodyLimit: CHECK_BODY_LIMIT,
    results: { 200: { description: "The syntax errors", schema: checkResult } },
    handle: async ({ body, request }) => {
      splitPath(body.path);
      return { body: await checks.check(body.path, body.content, request.signal) };
    },
  });
}

function sampleRoute(): Route {
  return route("get", "/files/config/samples", {
    access: "config:read",
    summary: "Lists samples of the configuration files, in the language of the request",
    results: { 200: { description: "The samples", schema: sampleList } },
    handle: ({ language }) => ({ body: { items: samplesIn(language) } }),
  });
}

const results = { 200: { description: "One result per item", schema: pathResults } };

/** Returns the routes that change several files and folders. */
function batchRoutes({ files, area, nameOf }: FileRouteOptions): Route[] {
  const base = `/files/${area}` as const;
  const access = `${area}:write` as const;
  return [
    route("delete", base, {
      access,
      whileReadOnly: "allowed",
      summary: "Moves several files and folders to the trash",
      body: pathsBody,
      results,
      handle: async ({ body, caller, language }) => {
        return format(await files.removeAll(body.paths, await nameOf(caller)), language);
      },
    }),
    route("post", `${base}/move`, {
      access,
      summary: "Moves or renames several files and folders; nothing is overwritten, and versions are kept",
      body: transferBody,
      results,
      handle: async ({ body, language }) => format(await files.move(body.items), language),
    }),
    route("post", `${base}/copy`, {
      access,
      summary:
        "Copies several files and folders; nothing is overwritten, and skipped items have their own results",
      body: transferBody,
      results,
      handle: async ({ body, language }) => format(await files.copy(body.items), language),
    }),
  ];
}

function format(results: readonly PathResult[], language: Language) {
  return { body: formatResults(results, language) };
}

const uploadQuery = z.strictObject({
  path: filePath.default(""),
  existing: z.enum(onExisting).default("refuse").meta({
    description: "What to do if a file with the same name exists",
  }),
});

/** Returns the routes that transfer large files or search many. */
function streamRoutes({ files, area, nameOf, uploadMaxBytes }: FileRouteOptions): Route[] {
  const base = `/files/${area}` as const;
  const read = `${area}:read` as const;
  return [
    route("post", `${base}/upload`, {
      access: `${area}:write`,
      summary: "Uploads files as a form (`multipart/form-data`); creates the folders in their names",
      query: uploadQuery,
      upload: ["multipart/form-data"],
      results: { 200: { description: "One result per item, with its new path", schema: pathResults } },
      handle: async ({ query, caller, content, language, stillMay }) => {
        const by = await nameOf(caller);
        const limit = uploadMaxBytes();
        const results = await files.upload({ ...query, by, content, limit, onReceived: stillMay });
        return { body: formatResults(results, language) };
      },
    }),
    route("post", `${base}/unpack`, {
      access: `${area}:write`,
      summary: "Unpacks a `.zip`, `.tar` or `.tar.gz` archive into its folder; links are left out",
      body: unpackBody,
      results: { 200: { description: "One result per file of the archive", schema: pathResults } },
      handle: async ({ body, caller, language, request }) => {
        const by = await nameOf(caller);
        const results = await files.unpack({ ...body, by, signal: request.signal });
        return { body: formatResults(results, language) };
      },
    }),
    route("get", `${base}/download`, {
      access: read,
      summary: "Downloads a file, or a folder as `.tar.gz` without links and pipes",
      query: pathQuery,
      results: { 200: { description: "The file or the archive", contentType: "application/octet-stream" } },
      handle: async ({ query }) => await files.download(query.path),
    }),
    route("get", `${base}/search`, {
      access: read,
      summary: "Searches names or contents of files for a literal text, ignoring case",
      query: searchQuery,
      results: {
        200: { description: "Up to 500 matches found within ten seconds", schema: searchResult },
      },
      handle: async ({ query, request }) => ({ body: await files.search(query, request.signal) }),
    }),
  ];
}
