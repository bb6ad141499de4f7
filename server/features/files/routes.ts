import {
  checkBody,
  checkResult,
  fileAreas,
  pathResults,
  pathsBody,
  sampleList,
  transferBody,
} from "../../contract/files.ts";
import { type Route, route } from "../../http/route.ts";
import { contentRoutes } from "./content_routes.ts";
import type { FileCounter } from "./counter.ts";
import { ScriptChecks } from "./check_script.ts";
import { trashRoutes } from "./trash_routes.ts";
import type { FilesParts } from "./files_parts.ts";
import { streamRoutes } from "./stream_routes.ts";
import { splitPath } from "../../platform/files/path_names.ts";
import { samplesIn } from "./samples/samples.ts";
import type { Language } from "../../contract/settings.ts";
import { formatResults, type PathResult } from "./batch_results.ts";
import { fileLimits } from "../../contract/limits/files.ts";

/** Returns the routes of `/api/files`, the same for each area. */
export function fileRoutes(
  parts: FilesParts,
  options: Pick<FileCounter, "nameOf" | "uploadMaxBytes">,
): Route[] {
  const checks = new ScriptChecks();
  const routes = fileAreas.flatMap((area) => {
    const counter: FileCounter = { area, files: parts.areas[area], ...options };
    return [
      ...contentRoutes(counter),
      ...batchRoutes(counter),
      ...trashRoutes(counter),
      ...streamRoutes(counter),
      checkRoute(counter, checks),
    ];
  });
  return [...routes, sampleRoute()];
}

/** A character may take six bytes in JSON. */
const CHECK_BODY_LIMIT = 6 * fileLimits.checkedText + 8 * 1024;

/** Returns the route that checks the syntax of a script. */
function checkRoute({ area }: Pick<FileCounter, "area">, checks: ScriptChecks): Route {
  return route({
    method: "post",
    path: `/files/${area}/check`,
    access: `${area}:read`,
    audit: false,
    summary: "Lists what the language's own parser finds wrong with a text; runs nothing",
    body: checkBody,
    bodyLimit: CHECK_BODY_LIMIT,
    results: { 200: { description: "The problems", schema: checkResult } },
    handle: async ({ body, request }) => {
      splitPath(body.path);
      return { status: 200, body: await checks.check(body.path, body.content, request.signal) };
    },
  });
}

/** Returns the route of the samples. */
function sampleRoute(): Route {
  return route({
    method: "get",
    path: "/files/config/samples",
    access: "config:read",
    summary: "Lists samples of the configuration files, in the caller's language",
    results: { 200: { description: "The samples", schema: sampleList } },
    handle: ({ language }) => ({ status: 200, body: { items: samplesIn(language) } }),
  });
}

const results = { 200: { description: "What came of each", schema: pathResults } };

/** Returns the routes that change several files and folders. */
function batchRoutes({ files, area, nameOf }: FileCounter): Route[] {
  const base = `/files/${area}` as const;
  const access = `${area}:write` as const;
  return [
    route({
      method: "delete",
      path: base,
      access,
      whileReadOnly: "allowed",
      summary: "Puts several files and folders into the bin",
      body: pathsBody,
      results,
      handle: async ({ body, caller, language }) => {
        return format(await files.removeAll(body.paths, await nameOf(caller)), language);
      },
    }),
    route({
      method: "post",
      path: `${base}/move`,
      access,
      summary: "Moves or renames several; nothing is overwritten, and versions go along",
      body: transferBody,
      results,
      handle: async ({ body, language }) => format(await files.move(body.items), language),
    }),
    route({
      method: "post",
      path: `${base}/copy`,
      access,
      summary:
        "Copies several; nothing is overwritten. What is left out of a folder gets a result of its own",
      body: transferBody,
      results,
      handle: async ({ body, language }) => format(await files.copy(body.items), language),
    }),
  ];
}

function format(results: readonly PathResult[], language: Language) {
  return { status: 200, body: formatResults(results, language) };
}
