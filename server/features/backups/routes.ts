import * as z from "zod";
import {
  automaticPassphrase,
  backup,
  backupList,
  backupRequest,
  inspectBody,
  inspection,
  restoreBody,
} from "../../contract/backups.ts";
import { idParams } from "../../contract/shapes.ts";
import { type Route, route } from "../../http/route.ts";
import type { AutomaticPassphrase } from "./automatic_passphrase.ts";
import { receiveArchive } from "./receive_archive.ts";
import type { Restores } from "./restores.ts";
import type { Backups } from "./service.ts";
import { AppError } from "../../contract/app_error.ts";
import { attachment } from "../runs/log_download.ts";
import { readRange } from "../runs/byte_range.ts";
import type { BackupNote } from "./backup_store.ts";

const access = "account";

export interface BackupParts {
  backups: Backups;
  restores: Restores;
  passphrase: AutomaticPassphrase;
  /** Maximum size of an uploaded archive, in bytes. */
  uploadMaxBytes(): number;
}

/** Returns the routes of `/api/backups`. */
export function backupRoutes(parts: BackupParts): Route[] {
  return [...fileRoutes(parts), ...archiveRoutes(parts), ...restoreRoutes(parts)];
}

function fileRoutes({ backups, passphrase }: BackupParts): Route[] {
  return [
    route({
      method: "get",
      path: "/backups",
      access,
      summary: "Lists backups, and the states that restores have put aside",
      results: { 200: { description: "Newest first", schema: backupList } },
      handle: async ({ language }) => ({ status: 200, body: await backups.list(language) }),
    }),
    route({
      method: "post",
      path: "/backups",
      access,
      summary: "Begins to make a backup; `/system/progress` tells how far it is",
      body: backupRequest,
      results: { 202: { description: "What it will be", schema: backup } },
      handle: async ({ body, language }) => ({ status: 202, body: await backups.start(body, language) }),
    }),
    route({
      method: "delete",
      path: "/backups/{id}",
      access,
      whileReadOnly: "allowed",
      summary: "Deletes a backup, or a state that was put aside, for good",
      params: idParams,
      results: { 204: { description: "It is gone" } },
      handle: async ({ params }) => {
        await backups.remove(params.id);
        return { status: 204 };
      },
    }),
    route({
      method: "put",
      path: "/backups/passphrase",
      access,
      stepUp: true,
      summary: "Sets the passphrase of automatic backups; it is never sent",
      body: automaticPassphrase,
      results: { 204: { description: "It is set, or removed" } },
      handle: async ({ body }) => {
        await passphrase.set(body.passphrase);
        return { status: 204 };
      },
    }),
  ];
}

function archiveRoutes({ backups }: BackupParts): Route[] {
  return [
    route({
      method: "get",
      path: "/backups/{id}",
      access,
      stepUp: true,
      audit: true,
      summary: "Sends the archive, whole or a range of it",
      params: idParams,
      results: {
        200: { description: "The archive", contentType: "application/octet-stream" },
        206: { description: "The range that was asked for", contentType: "application/octet-stream" },
      },
      handle: async ({ params, request }) => await archiveResponse(await backups.archive(params.id), request),
    }),
    route({
      method: "get",
      path: "/backups/{id}/ready",
      access,
      stepUp: true,
      audit: false,
      summary: "Tells whether the archive would be sent, before a browser is led to it",
      params: idParams,
      results: { 204: { description: "It would" } },
      handle: async ({ params }) => {
        await backups.archive(params.id);
        return { status: 204 };
      },
    }),
  ];
}

function restoreRoutes({ restores, uploadMaxBytes }: BackupParts): Route[] {
  return [
    route({
      method: "post",
      path: "/backups/inspect",
      access,
      stepUp: true,
      audit: false,
      summary:
        "Takes an archive, as the body or as a file of a form, into a temporary place and tells what it holds; nothing is changed",
      upload: ["application/octet-stream", "multipart/form-data"],
      results: { 200: { description: "What it holds, and what it would replace", schema: inspection } },
      handle: async ({ content }) => ({
        status: 200,
        body: await restores.inspectUpload(receiveArchive(content, uploadMaxBytes())),
      }),
    }),
    route({
      method: "get",
      path: "/backups/inspect/ready",
      access,
      stepUp: true,
      audit: false,
      summary: "Returns whether an archive would be taken, before a browser sends it",
      results: { 204: { description: "It would" } },
      handle: () => ({ status: 204 }),
    }),
    route({
      method: "post",
      path: "/backups/inspections/{id}",
      access,
      audit: false,
      summary: "Looks once more into an archive that was taken in, with a passphrase",
      params: idParams,
      body: inspectBody,
      results: { 200: { description: "What it holds, and what it would replace", schema: inspection } },
      handle: async ({ params, body }) => ({
        status: 200,
        body: await restores.inspect(params.id, body.passphrase),
      }),
    }),
    route({
      method: "post",
      path: "/backups/{id}/inspect",
      access,
      audit: false,
      summary: "Tells what a backup holds and what it would replace",
      params: idParams,
      body: inspectBody,
      results: { 200: { description: "What it holds, and what it would replace", schema: inspection } },
      handle: async ({ params, body }) => ({
        status: 200,
        body: await restores.inspectStored(params.id, body.passphrase),
      }),
    }),
    route({
      method: "post",
      path: "/backups/restore",
      access,
      stepUp: true,
      summary:
        "Begins to restore, all or nothing: everything is unpacked and checked beside, then the panel starts anew with it. Tasks that run go on",
      body: restoreBody,
      results: {
        202: {
          description: "It has begun; `/system/progress` tells how far it is",
          schema: z.object({ started: z.literal(true) }),
        },
      },
      handle: async ({ body }) => {
        await restores.start(body);
        return { status: 202, body: { started: true } };
      },
    }),
  ];
}

const CHUNK = 256 * 1024;

/**
 * Sends an archive as a file, whole or the requested range, so that a download can resume. Throws
 * `range_not_satisfiable`.
 */
async function archiveResponse(
  { path, note }: { path: string; note: BackupNote },
  request: Request,
): Promise<Response> {
  const { size } = await Deno.stat(path);
  const range = readRange(request.headers.get("range"), size);
  if (range === "unsatisfiable") throw new AppError("range_not_satisfiable", { size });
  const { start, end } = range ?? { start: 0, end: size };
  const headers = new Headers({
    "content-type": "application/octet-stream",
    "content-length": String(end - start),
    "content-disposition": attachment(nameOf(note)),
    "accept-ranges": "bytes",
    etag: `"${note.id}"`,
    ...(range && { "content-range": `bytes ${start}-${end - 1}/${size}` }),
  });
  const body = request.method === "HEAD" ? null : ReadableStream.from(bytesOf(path, start, end));
  return new Response(body, { status: range ? 206 : 200, headers });
}

function nameOf({ id, encrypted }: BackupNote): string {
  const time = new Date(id).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  return `sundial-${time}.tar.gz${encrypted ? ".sealed" : ""}`;
}

async function* bytesOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  using file = await Deno.open(path);
  await file.seek(start, Deno.SeekMode.Start);
  for (let left = end - start; left > 0;) {
    const chunk = new Uint8Array(Math.min(CHUNK, left));
    const read = await file.read(chunk);
    // The response is shorter than announced, which the client has to notice.
    if (read === null) throw new Error("the archive has become shorter");
    left -= read;
    yield chunk.subarray(0, read);
  }
}
