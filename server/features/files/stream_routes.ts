import * as z from "zod";
import { filePath, pathQuery, pathResults, searchQuery, searchResult } from "../../contract/files.ts";
import { type Route, route } from "../../http/route.ts";
import { formatResults } from "./batch_results.ts";
import type { FileCounter } from "./counter.ts";
import { onExisting } from "./upload_files.ts";

const uploadQuery = z.strictObject({
  path: filePath.default(""),
  existing: z.enum(onExisting).default("refuse").meta({
    description: "What becomes of a file whose name is taken",
  }),
});

/** Returns the routes that transfer large files or search many. */
export function streamRoutes({ files, area, nameOf, uploadMaxBytes }: FileCounter): Route[] {
  const base = `/files/${area}` as const;
  const read = `${area}:read` as const;
  return [
    route({
      method: "post",
      path: `${base}/upload`,
      access: `${area}:write`,
      summary: "Takes files of a form (`multipart/form-data`); their names may hold folders, which are made",
      query: uploadQuery,
      upload: ["multipart/form-data"],
      results: { 200: { description: "What came of each, with the path it has now", schema: pathResults } },
      handle: async ({ query, caller, content, language, stillMay }) => {
        const by = await nameOf(caller);
        const limit = uploadMaxBytes();
        const results = await files.upload({ ...query, by, content, limit, onReceived: stillMay });
        return { status: 200, body: formatResults(results, language) };
      },
    }),
    route({
      method: "get",
      path: `${base}/download`,
      access: read,
      summary: "Sends a file as it is, or a folder as `.tar.gz` without links and pipes",
      query: pathQuery,
      results: { 200: { description: "The file or the archive", contentType: "application/octet-stream" } },
      handle: async ({ query }) => await files.download(query.path),
    }),
    route({
      method: "get",
      path: `${base}/search`,
      access: read,
      summary: "Finds a text in the names or the contents of files, as it stands there, in either case",
      query: searchQuery,
      results: {
        200: { description: "What was found within ten seconds, at most 500", schema: searchResult },
      },
      handle: async ({ query, request }) => ({
        status: 200,
        body: await files.search(query, request.signal),
      }),
    }),
  ];
}
