import { importApplyBody, importList, importQuery, importResource } from "../../contract/imports.ts";
import { type Route, route } from "../../http/route.ts";
import { receiveArchive } from "../backups/receive_archive.ts";
import type { Imports } from "./service.ts";

const access = "administrator";

export interface ImportRouteOptions {
  imports: Imports;
  /** Maximum size of an upload, in bytes. */
  uploadMaxBytes(): number;
}

export function importRoutes({ imports, uploadMaxBytes }: ImportRouteOptions): Route[] {
  return [
    route("post", "/imports", {
      access,
      audit: false,
      summary:
        "Uploads an archive or file of another program, as the body or a form file, and returns what an import would create; nothing is changed",
      query: importQuery,
      upload: ["application/octet-stream", "multipart/form-data"],
      results: {
        201: { description: "The import, ready to be applied", schema: importResource },
        422: { description: "Nothing in the file can be imported" },
      },
      handle: async ({ query, content, language, stillMay }) => ({
        status: 201,
        body: await imports.receive(
          { content: receiveArchive(content, uploadMaxBytes()) },
          { ...query, language, onReceived: stillMay },
        ),
      }),
    }),
    route("get", "/imports", {
      access,
      summary: "Lists the imports of the last day",
      results: { 200: { description: "The imports, newest first", schema: importList } },
      handle: async ({ language }) => ({ body: { items: await imports.list(language) } }),
    }),
    route("get", "/imports/{id}", {
      access,
      summary: "Returns an import with its report",
      results: { 200: { description: "The import", schema: importResource } },
      handle: async ({ params, language }) => ({ body: await imports.get(params.id, language) }),
    }),
    route("post", "/imports/{id}/apply", {
      access,
      stepUp: true,
      summary:
        "Starts to create what is new. When repeated, nothing is created twice; `enable` then enables what waits for it",
      body: importApplyBody,
      results: { 202: { description: "Started; the import reports its progress", schema: importResource } },
      handle: async ({ params, body, language }) => {
        await imports.apply(params.id, { ...body, language });
        const started = await imports.get(params.id, language);
        return { status: 202, body: started, ...named(started.fileName) };
      },
    }),
    route("delete", "/imports/{id}", {
      access,
      whileReadOnly: "allowed",
      summary: "Deletes an upload; what was imported from it stays",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => {
        const { fileName } = await imports.remove(params.id);
        return { status: 204, ...named(fileName) };
      },
    }),
  ];
}

/** The audit log names an import by its file; its id says nothing. */
function named(fileName: string | null) {
  return fileName === null ? {} : { object: fileName };
}
