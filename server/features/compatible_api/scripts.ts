import * as z from "zod";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import {
  type CreateBody,
  createBody,
  detailQuery,
  fileBody,
  fileParams,
  renameBody,
  runBody,
  saveBody,
  stopBody,
  treeNode,
  treeQuery,
} from "../../contract/compatible/files.ts";
import { envelope, EnvelopeError } from "../../contract/compatible/envelope.ts";
import { debugBody } from "../../contract/files.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import { parse } from "../../contract/parsed.ts";
import type { Base } from "../../engine/base.ts";
import { type Caller, type RequestContent, requesterOf, type Route, route } from "../../http/route.ts";
import type { ScriptDebug } from "../debug/service.ts";
import type { Files } from "../files/service.ts";
import type { Runs } from "../runs/service.ts";
import { doneResults, success } from "./envelope.ts";
import { joinPath, readTree } from "./read_tree.ts";
import { readText, saveBytes, saveText } from "./save_text.ts";

export interface ScriptRouteOptions extends Pick<Base, "language"> {
  /** The files of the scripts folder. */
  scripts: Files;
  debug: ScriptDebug;
  runs: Runs;
  /** Maximum size of an upload, in bytes. */
  uploadMaxBytes(): number;
  nameOf(caller: Caller): Promise<string | null>;
}

const BODY_BYTES = 16 * 1024 * 1024;
const textResults = { 200: { description: "The text", schema: envelope(z.string()) } };
const read = { access: "scripts:read" } as const;
const write = { access: "scripts:write" } as const;

export function scriptRoutes(options: ScriptRouteOptions): Route[] {
  return [...readRoutes(options), ...writeRoutes(options), ...runRoutes(options)];
}

function readRoutes({ scripts }: ScriptRouteOptions): Route[] {
  // Clients expect no error, even for what lies outside.
  const text = async (folder: string | undefined, name: string) => {
    try {
      return success(await readText(scripts, joinPath("scripts", folder, name)));
    } catch (error) {
      const isNone = error instanceof AppError && ["not_found", "outside_root"].includes(error.code);
      if (isNone) return success("");
      throw error;
    }
  };
  return [
    route("get", "/scripts", {
      ...read,
      summary: "Returns the tree of the scripts folder, or the entries of one folder; at most 20,000 entries",
      query: treeQuery,
      results: { 200: { description: "The tree", schema: envelope(z.array(treeNode)) } },
      handle: async ({ query }) => {
        const path = joinPath("scripts", "", query.path ?? "");
        return success(
          await readTree((folder) => scripts.tree(folder), path, { deep: query.path === undefined }),
        );
      },
    }),
    route("get", "/scripts/detail", {
      ...read,
      summary: "Returns the text of a script; an empty one if it does not exist",
      query: detailQuery,
      results: textResults,
      handle: async ({ query }) => await text(query.path, query.file ?? ""),
    }),
    route("get", "/scripts/{file}", {
      ...read,
      summary: "Returns the text of a script; an empty one if it does not exist",
      params: fileParams,
      query: detailQuery,
      results: textResults,
      handle: async ({ params, query }) => await text(query.path, params.file),
    }),
    route("post", "/scripts/download", {
      ...read,
      audit: false,
      summary: "Downloads a script",
      body: fileBody,
      results: { 200: { description: "The file", contentType: "application/octet-stream" } },
      handle: async ({ body }) => await scripts.download(joinPath("scripts", body.path, body.filename)),
    }),
  ];
}

function writeRoutes(options: ScriptRouteOptions): Route[] {
  const { scripts, language, nameOf } = options;
  return [
    route("post", "/scripts", {
      ...write,
      auditAs: "scripts.content.replace",
      summary:
        "Creates a script or a folder, or uploads a file as `multipart/form-data`; an existing script is replaced",
      body: createBody,
      bodyLimit: BODY_BYTES,
      results: doneResults,
      handle: async ({ body, caller, content, stillMay }) => {
        const by = await nameOf(caller);
        if (content.mediaType !== "multipart/form-data") {
          await create(options, { fields: body, by });
          return success();
        }
        const { fields, file } = await readForm(content, options.uploadMaxBytes());
        await stillMay();
        await create(options, { fields, file, by });
        return { ...success(), object: fields.filename ?? file?.name ?? fields.directory ?? "" };
      },
    }),
    route("put", "/scripts", {
      ...write,
      auditAs: "scripts.content.replace",
      summary: "Saves a script; the previous content stays available as a version",
      body: saveBody,
      bodyLimit: BODY_BYTES,
      results: doneResults,
      handle: async ({ body, caller }) => {
        const path = joinPath("scripts", body.path, body.filename);
        await saveText(scripts, { path, text: body.content, by: await nameOf(caller) });
        return { ...success(), object: path };
      },
    }),
    route("delete", "/scripts", {
      ...write,
      auditAs: "scripts.content.remove",
      whileReadOnly: "allowed",
      summary: "Moves a script or a folder to the trash",
      body: fileBody,
      results: doneResults,
      handle: async ({ body, caller }) => {
        const path = joinPath("scripts", body.path, body.filename);
        if (path === "") throw new EnvelopeError(403, compatibleMessages[language()].accessDenied);
        await scripts.remove(path, await nameOf(caller), { match: null });
        return { ...success(), object: path };
      },
    }),
    route("put", "/scripts/rename", {
      ...write,
      auditAs: "scripts.move",
      summary: "Renames a script or a folder",
      body: renameBody,
      results: doneResults,
      handle: async ({ body }) => {
        const from = joinPath("scripts", body.path, body.filename);
        const to = joinPath("scripts", body.path, body.newFilename);
        const [result] = await scripts.move([{ from, to }]);
        if (result?.error) throw result.error;
        return { ...success(), object: from };
      },
    }),
  ];
}

interface Creation {
  fields: CreateBody;
  file?: File | null;
  by: string | null;
}

async function create(
  { scripts }: ScriptRouteOptions,
  { fields, file, by }: Creation,
): Promise<void> {
  const { path: folder, directory, content, originFilename } = fields;
  if (directory) {
    const path = joinPath("scripts", folder, directory);
    if (!scripts.has(path)) await scripts.makeFolder(path);
    return;
  }
  const name = fields.filename || file?.name;
  if (!name) return refuseIf([{ path: "filename", code: "required" }]);
  const path = joinPath("scripts", folder, name);
  if (file) await saveBytes(scripts, { path, bytes: await file.bytes(), by, cause: "uploaded" });
  else await saveText(scripts, { path, text: content ?? "", by });
  const origin = originFilename ? joinPath("scripts", folder, originFilename) : path;
  if (origin !== path && scripts.has(origin)) await scripts.remove(origin, by, { match: null });
}

async function readForm(
  content: RequestContent,
  limit: number,
): Promise<{ fields: CreateBody; file: File | null }> {
  const bytes = await content.bytes(Math.min(limit, BODY_BYTES));
  const form = await new Response(bytes, { headers: { "content-type": content.type } }).formData().catch(
    () => {
      throw new AppError("malformed_request", { reason: "body_cut_off" });
    },
  );
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : null;
  };
  const file = form.get("file");
  return {
    fields: {
      filename: text("filename"),
      path: text("path"),
      content: text("content"),
      originFilename: text("originFilename"),
      directory: text("directory"),
    },
    file: file instanceof File ? file : null,
  };
}

function runRoutes({ scripts, debug, runs }: ScriptRouteOptions): Route[] {
  return [
    route("put", "/scripts/run", {
      ...write,
      auditAs: "scripts.debug",
      summary:
        "Runs a script with the given or its stored text; `data` is the ID of the run, for `PUT /scripts/stop`",
      body: runBody,
      bodyLimit: BODY_BYTES,
      results: { 200: { description: "The ID of the run", schema: envelope(z.int()) } },
      handle: async ({ body, caller }) => {
        const path = joinPath("scripts", body.path, body.filename);
        const content = body.content ?? await readText(scripts, path);
        const run = await debug.start(parse(debugBody, { path, content }), requesterOf(caller));
        return { ...success(run.id), object: path };
      },
    }),
    route("put", "/scripts/stop", {
      ...write,
      auditAs: "scripts.debug.stop",
      whileReadOnly: "allowed",
      summary: "Stops the run with the ID in `pid`, or all of the script that `PUT /scripts/run` started",
      body: stopBody,
      results: doneResults,
      handle: async ({ body }) => {
        const scriptPath = joinPath("scripts", body.path, body.filename);
        const state = "queued,starting,running";
        const { items } = await runs.list({ kind: "debug", scriptPath, state, page: 1, pageSize: 500 });
        const wanted = items.filter(({ id }) => body.pid == null || id === body.pid);
        for (const { id } of wanted) await debug.stop(id);
        return { ...success(), object: scriptPath };
      },
    }),
  ];
}
