import * as z from "zod";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import {
  contentQuery,
  type FileArea,
  fileContent,
  fileDetails,
  filePath,
  fileTree,
  folderBody,
  pathQuery,
  saveBody,
} from "../../contract/files.ts";
import { fileLimits } from "../../contract/limits/files.ts";
import { id } from "../../contract/shapes.ts";
import { type Caller, type Route, route } from "../../http/route.ts";
import { readPrecondition, tagHeader } from "./preconditions.ts";
import type { Files } from "./service.ts";

export interface FileRouteOptions {
  area: FileArea;
  files: Files;
  nameOf(caller: Caller): Promise<string | null>;
  /** Maximum size of an upload, in bytes. */
  uploadMaxBytes(): number;
}

/** Text grows in JSON: each newline, quote and backslash takes an extra character. */
const SAVE_BODY_LIMIT = 2 * fileLimits.textBytes + 1024;
const encoder = new TextEncoder();

/** Returns the routes that read and write single files and folders. */
export function contentRoutes({ files, area, nameOf }: FileRouteOptions): Route[] {
  const base = `/files/${area}` as const;
  const read = `${area}:read` as const;
  const write = `${area}:write` as const;
  return [
    route("get", `${base}/tree`, {
      access: read,
      summary: "Lists the contents of a folder",
      query: z.strictObject({ path: filePath.default("") }),
      results: { 200: { description: "The folder", schema: fileTree } },
      handle: async ({ query }) => ({ body: await files.tree(query.path) }),
    }),
    route("get", `${base}/stat`, {
      access: read,
      tag: "content",
      summary: "Returns information about a file, with the ETag of its content",
      query: pathQuery,
      results: { 200: { description: "The file", schema: fileDetails } },
      handle: async ({ query }) => tagged(200, await files.stat(query.path)),
    }),
    route("get", `${base}/content`, {
      access: read,
      tag: "content",
      summary: "Returns a file",
      query: contentQuery,
      results: { 200: { description: "The file; `ETag` identifies its content", schema: fileContent } },
      handle: async ({ query }) => tagged(200, await files.content(query.path, query.force)),
    }),
    route("put", `${base}/content`, {
      access: write,
      tag: "content",
      summary: "Saves a file; an existing file requires `If-Match` with its last read ETag",
      query: pathQuery,
      body: saveBody,
      bodyLimit: SAVE_BODY_LIMIT,
      results: {
        200: { description: "Saved", schema: fileDetails },
        201: { description: "Created", schema: fileDetails },
      },
      handle: async ({ query, body, caller, request }) => {
        const { details, isNew } = await files.save({
          path: query.path,
          bytes: encode(body.content),
          by: await nameOf(caller),
          cause: "saved",
          precondition: readPrecondition(request.headers),
        });
        return tagged(isNew ? 201 : 200, details);
      },
    }),
    route("delete", `${base}/content`, {
      access: write,
      whileReadOnly: "allowed",
      tag: "content",
      summary: "Moves a file or folder to the trash",
      query: pathQuery,
      results: { 200: { description: "The ID in the trash", schema: z.object({ binId: id }) } },
      handle: async ({ query, caller, request }) => {
        const by = await nameOf(caller);
        return { body: { binId: await files.remove(query.path, by, readPrecondition(request.headers)) } };
      },
    }),
    route("post", `${base}/folder`, {
      access: write,
      summary: "Creates a folder and its parents",
      body: folderBody,
      results: { 201: { description: "Created", schema: z.object({ path: z.string() }) } },
      handle: async ({ body }) => {
        await files.makeFolder(body.path);
        return { status: 201, body: { path: body.path } };
      },
    }),
  ];
}

function tagged(status: number, body: { etag: string }) {
  return { status, body, headers: tagHeader(body.etag) };
}

// Half of a surrogate pair would be saved as a different character.
function encode(content: string): Uint8Array<ArrayBuffer> {
  if (content.length > fileLimits.textBytes) {
    throw new AppError("payload_too_large", { limit: fileLimits.textBytes });
  }
  if (!content.isWellFormed()) refuseIf([{ path: "content", code: "invalid_character" }]);
  return encoder.encode(content);
}
