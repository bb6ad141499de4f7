import {
  binList,
  fileFacts,
  fileVersions,
  pathQuery,
  restoreBody,
  versionContent,
} from "../../contract/files.ts";
import { batchAnswer, idParams, idsBody } from "../../contract/shapes.ts";
import type { Language } from "../../contract/settings.ts";
import { type Route, route } from "../../http/route.ts";
import { actOnEach, sayFault } from "./batch_results.ts";
import type { FileCounter } from "./counter.ts";
import { readPrecondition, tagHeader } from "./preconditions.ts";

/** Lists the routes of earlier versions and of the bin. */
export function keptRoutes({ files, area, nameOf }: FileCounter): Route[] {
  const base = `/files/${area}` as const;
  const read = `${area}:read` as const;
  const write = `${area}:write` as const;
  return [
    route({
      method: "get",
      path: `${base}/versions`,
      access: read,
      summary: "Lists the versions of a file, newest first",
      query: pathQuery,
      answers: { 200: { description: "The versions", schema: fileVersions } },
      handle: async ({ query }) => ({ status: 200, body: { items: await files.versions(query.path) } }),
    }),
    route({
      method: "get",
      path: `${base}/versions/{id}`,
      access: read,
      summary: "Reads one version with its content",
      params: idParams,
      answers: { 200: { description: "The version", schema: versionContent } },
      handle: async ({ params }) => ({ status: 200, body: await files.version(params.id) }),
    }),
    route({
      method: "post",
      path: `${base}/restore`,
      access: write,
      tag: "content",
      summary:
        "Gives a file the content of a version. One that exists needs `If-Match` with the tag that was seen",
      body: restoreBody,
      answers: { 200: { description: "Restored", schema: fileFacts } },
      handle: async ({ body, caller, request }) => {
        const precondition = readPrecondition(request.headers);
        const facts = await files.restore(body.versionId, {
          path: body.path,
          by: await nameOf(caller),
          precondition,
        });
        return { status: 200, body: facts, headers: tagHeader(facts.etag) };
      },
    }),
    route({
      method: "get",
      path: `${base}/bin`,
      access: read,
      summary: "Lists what was deleted and can be given back, newest first",
      answers: { 200: { description: "The bin", schema: binList } },
      handle: async () => ({ status: 200, body: { items: await files.bin() } }),
    }),
    route({
      method: "post",
      path: `${base}/bin/restore`,
      access: write,
      summary: "Gives deleted files and folders back to where they were; nothing is overwritten",
      body: idsBody,
      answers: { 200: { description: "What came of each", schema: batchAnswer } },
      handle: async ({ body, language }) =>
        await onEach(body.ids, language, (id) => files.restoreFromBin(id)),
    }),
    route({
      method: "delete",
      path: `${base}/bin`,
      access: write,
      whileReadOnly: "allowed",
      summary: "Removes deleted files and folders for good",
      body: idsBody,
      answers: { 200: { description: "What came of each", schema: batchAnswer } },
      handle: async ({ body, language }) => await onEach(body.ids, language, (id) => files.removeFromBin(id)),
    }),
  ];
}

async function onEach(ids: readonly number[], language: Language, act: (id: number) => Promise<void>) {
  const acted = await actOnEach(ids, String, act);
  const results = acted.map(({ error }, index) => {
    const id = ids[index];
    return error === null ? { id, ok: true } : { id, ok: false, error: sayFault(error, language) };
  });
  return { status: 200, body: { results } };
}
