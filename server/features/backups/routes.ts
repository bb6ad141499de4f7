import { extname } from "node:path";
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
import { attachment, readRange } from "../runs/log_response.ts";
import type { BackupRecord } from "./backup_store.ts";

const CHUNK = 256 * 1024;

const access = "administrator";

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
    route("get", "/backups", {
      access,
      summary: "Lists backups and the states saved by restores",
      results: { 200: { description: "The backups, newest first", schema: backupList } },
      handle: async ({ language }) => ({ body: await backups.list(language) }),
    }),
    route("post", "/backups", {
      access,
      summary: "Starts a backup; `/system/progress` reports its progress",
      body: backupRequest,
      results: { 202: { description: "The backup being created", schema: backup } },
      handle: async ({ body, language }) => ({ status: 202, body: await backups.start(body, language) }),
    }),
    route("delete", "/backups/{id}", {
      access,
      whileReadOnly: "allowed",
      summary: "Permanently deletes a backup or a saved state",
      params: idParams,
      results: { 204: { description: "Deleted" } },
      handle: ({ params }) => backups.remove(params.id),
    }),
    route("put", "/backups/passphrase", {
      access,
      stepUp: true,
      summary: "Sets the passphrase of automatic backups; it is never returned",
      body: automaticPassphrase,
      results: { 204: { description: "Set or removed" } },
      handle: ({ body }) => passphrase.set(body.passphrase),
    }),
  ];
}

function archiveRoutes({ backups }: BackupParts): Route[] {
  return [
    route("get", "/backups/{id}", {
      access,
      stepUp: true,
      audit: true,
      summary: "Downloads the backup file, or a range of it",
      params: idParams,
      results: {
        200: { description: "The backup file", contentType: "application/octet-stream" },
        206: { description: "The requested range", contentType: "application/octet-stream" },
      },
      handle: async ({ params, request }) => await archiveResponse(await backups.archive(params.id), request),
    }),
    route("get", "/backups/{id}/ready", {
      access,
      stepUp: true,
      audit: false,
      summary: "Checks whether the backup file can be downloaded",
      params: idParams,
      results: { 204: { description: "It can be downloaded" } },
      handle: async ({ params }) => void await backups.archive(params.id),
    }),
  ];
}

function restoreRoutes({ restores, uploadMaxBytes }: BackupParts): Route[] {
  return [
    route("post", "/backups/inspect", {
      access,
      stepUp: true,
      audit: false,
      summary:
        "Uploads a backup file, as the body or a form file, and returns its contents; nothing is changed",
      upload: ["application/octet-stream", "multipart/form-data"],
      results: { 200: { description: "Its contents and what it would replace", schema: inspection } },
      handle: async ({ content }) => ({
        body: await restores.inspectUpload(receiveArchive(content, uploadMaxBytes())),
      }),
    }),
    route("get", "/backups/inspect/ready", {
      access,
      stepUp: true,
      audit: false,
      summary: "Checks whether a backup file may be uploaded",
      results: { 204: { description: "It can be uploaded" } },
      handle: () => ({ status: 204 }),
    }),
    route("post", "/backups/inspections/{id}", {
      access,
      audit: false,
      summary: "Inspects an uploaded backup file again with a passphrase",
      params: idParams,
      body: inspectBody,
      results: { 200: { description: "Its contents and what it would replace", schema: inspection } },
      handle: async ({ params, body }) => ({ body: await restores.inspect(params.id, body.passphrase) }),
    }),
    route("post", "/backups/{id}/inspect", {
      access,
      audit: false,
      summary: "Returns what a backup contains and what it would replace",
      params: idParams,
      body: inspectBody,
      results: { 200: { description: "Its contents and what it would replace", schema: inspection } },
      handle: async ({ params, body }) => ({
        body: await restores.inspectStored(params.id, body.passphrase),
      }),
    }),
    route("post", "/backups/restore", {
      access,
      stepUp: true,
      summary:
        "Starts a restore: unpacks and checks the backup, then restarts the panel with it. If a step fails, nothing is changed. Running tasks continue.",
      body: restoreBody,
      results: {
        202: {
          description: "Started; `/system/progress` reports its progress",
          schema: z.object({ started: z.literal(true) }),
        },
      },
      handle: async ({ body }) => {
        await restores.start(body);
        const { backupId } = body;
        return {
          status: 202,
          body: { started: true },
          ...(backupId !== undefined && { object: `#${backupId}` }),
        };
      },
    }),
  ];
}

/**
 * Sends an archive as a file, whole or the requested range, so that a download can resume. Throws
 * `range_not_satisfiable`.
 */
async function archiveResponse(
  { path, record }: { path: string; record: BackupRecord },
  request: Request,
): Promise<Response> {
  const { size } = await Deno.stat(path);
  const range = readRange(request.headers.get("range"), size);
  if (range === "unsatisfiable") throw new AppError("range_not_satisfiable", { size });
  const { start, end } = range ?? { start: 0, end: size };
  const headers = new Headers({
    "content-type": "application/octet-stream",
    "content-length": String(end - start),
    "content-disposition": attachment(nameOf(record, path)),
    "accept-ranges": "bytes",
    etag: `"${record.id}"`,
    ...(range && { "content-range": `bytes ${start}-${end - 1}/${size}` }),
  });
  const body = request.method === "HEAD" ? null : ReadableStream.from(bytesOf(path, start, end));
  return new Response(body, { status: range ? 206 : 200, headers });
}

function nameOf({ id, encrypted }: BackupRecord, path: string): string {
  const time = new Date(id).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
  return `sundial-${time}.tar.gz${encrypted ? extname(path) : ""}`;
}

async function* bytesOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  using file = await Deno.open(path);
  await file.seek(start, Deno.SeekMode.Start);
  for (let left = end - start; left > 0;) {
    const chunk = new Uint8Array(Math.min(CHUNK, left));
    const read = await file.read(chunk);
    // The response is shorter than announced, which the client has to notice.
    if (read === null) throw new Error("the archive was truncated while it was being sent");
    left -= read;
    yield chunk.subarray(0, read);
  }
}
