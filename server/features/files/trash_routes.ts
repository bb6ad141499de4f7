import {
  fileDetails,
  fileVersions,
  pathQuery,
  restoreBody,
  trashList,
  versionContent,
} from "../../contract/files.ts";
import { batchResult, idsBody } from "../../contract/shapes.ts";
import { formatFieldError } from "../../contract/messages/format.ts";
import type { Language } from "../../contract/settings.ts";
import { batchResponse, type Route, route } from "../../http/route.ts";
import { applyToEach } from "./batch_results.ts";
import type { FileRouteOptions } from "./content_routes.ts";
import { readPrecondition, tagHeader } from "./preconditions.ts";

export function trashRoutes({ files, area, nameOf }: FileRouteOptions): Route[] {
  const base = `/files/${area}` as const;
  const read = `${area}:read` as const;
  const write = `${area}:write` as const;
  return [
    route("get", `${base}/versions`, {
      access: read,
      summary: "Lists the versions of a file, newest first",
      query: pathQuery,
      results: { 200: { description: "The versions", schema: fileVersions } },
      handle: async ({ query }) => ({ body: { items: await files.versions(query.path) } }),
    }),
    route("get", `${base}/versions/{id}`, {
      access: read,
      summary: "Returns one version with its content",
      results: { 200: { description: "The version", schema: versionContent } },
      handle: async ({ params }) => ({ body: await files.version(params.id) }),
    }),
    route("post", `${base}/restore`, {
      access: write,
      tag: "content",
      summary: "Restores a version of a file; an existing file requires `If-Match` with its last read ETag",
      body: restoreBody,
      results: { 200: { description: "Restored", schema: fileDetails } },
      handle: async ({ body, caller, request }) => {
        const precondition = readPrecondition(request.headers);
        const details = await files.restore(body.versionId, {
          path: body.path,
          by: await nameOf(caller),
          precondition,
        });
        return { body: details, headers: tagHeader(details.etag) };
      },
    }),
    route("get", `${base}/bin`, {
      access: read,
      summary: "Lists the trash, newest first",
      results: { 200: { description: "The trash", schema: trashList } },
      handle: async () => ({ body: { items: await files.trash() } }),
    }),
    route("post", `${base}/bin/restore`, {
      access: write,
      summary: "Restores files and folders from the trash to their original location; nothing is overwritten",
      body: idsBody,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ body, language }) =>
        await onEach(body.ids, language, (id) => files.restoreFromTrash(id)),
    }),
    route("delete", `${base}/bin`, {
      access: write,
      whileReadOnly: "allowed",
      summary: "Permanently deletes files and folders from the trash",
      body: idsBody,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ body, language }) =>
        await onEach(body.ids, language, (id) => files.removeFromTrash(id)),
    }),
  ];
}

async function onEach(ids: readonly number[], language: Language, action: (id: number) => Promise<void>) {
  const outcomes = await applyToEach(ids, String, action);
  const results = outcomes.map(({ error }, index) => ({ id: ids[index]!, error }));
  return batchResponse(results, language, formatFieldError);
}
