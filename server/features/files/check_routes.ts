import { checkBody, checkResult, LARGEST_CHECKED_TEXT, sampleList } from "../../contract/files.ts";
import { type Route, route } from "../../http/route.ts";
import { splitPath } from "../../platform/files/path_names.ts";
import type { ScriptChecks } from "./check_script.ts";
import type { FileCounter } from "./counter.ts";
import { samplesIn } from "./samples/samples.ts";

/** As JSON, a character may take six bytes. */
const CHECK_BODY_LIMIT = 6 * LARGEST_CHECKED_TEXT + 8 * 1024;

/** Writes the route that reads a script for faults. */
export function checkRoute({ area }: Pick<FileCounter, "area">, checks: ScriptChecks): Route {
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

/** Writes the route of the samples. */
export function sampleRoute(): Route {
  return route({
    method: "get",
    path: "/files/config/samples",
    access: "config:read",
    summary: "Lists samples of the configuration files, in the caller's language",
    results: { 200: { description: "The samples", schema: sampleList } },
    handle: ({ language }) => ({ status: 200, body: { items: samplesIn(language) } }),
  });
}
