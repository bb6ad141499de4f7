import { pathResults, pathsBody, transferBody } from "../../contract/files.ts";
import type { Language } from "../../contract/settings.ts";
import { type Route, route } from "../../http/route.ts";
import { formatResults, type PathResult } from "./batch_results.ts";
import type { FileCounter } from "./counter.ts";

const results = { 200: { description: "What came of each", schema: pathResults } };

/** Lists the routes that act on several files and folders. */
export function batchRoutes({ files, area, nameOf }: FileCounter): Route[] {
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
