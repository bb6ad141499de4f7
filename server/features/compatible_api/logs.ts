import * as z from "zod";
import {
  detailQuery,
  fileBody,
  fileParams,
  logText,
  treeNode,
  treeQuery,
} from "../../contract/compatible/files.ts";
import { done, envelope, EnvelopeError } from "../../contract/compatible/envelope.ts";
import { visibleLines } from "../../contract/log_text/visible_text.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import type { Base } from "../../engine/base.ts";
import { type Route, route } from "../../http/route.ts";
import type { Logs } from "../logs/service.ts";
import { attachment, logResponse } from "../runs/log_response.ts";
import { success } from "./envelope.ts";
import { tailOf } from "./read_log.ts";
import { joinPath, orNull, readTree } from "./read_tree.ts";

export interface LogRouteOptions extends Pick<Base, "language"> {
  logs: Logs;
}

const access = "logs:read";
const textResults = { 200: { description: "The text, of a long log the end", schema: logText } };

export function logRoutes({ logs, language }: LogRouteOptions): Route[] {
  const text = async (folder: string | undefined, name: string) => {
    const log = await orNull(logs.open(joinPath("log", folder, name)));
    const data = log ? visibleLines(await tailOf(log)).join("\n") : "";
    const isRunning = log !== null && !log.complete;
    return { body: { code: 200, data, ...(isRunning && { logStatus: "running" }) } };
  };
  return [
    route("get", "/logs", {
      access,
      summary: "Returns the tree of the logs folder, or the entries of one folder; at most 20,000 entries",
      query: treeQuery,
      results: { 200: { description: "The tree", schema: envelope(z.array(treeNode)) } },
      handle: async ({ query }) => {
        const path = joinPath("log", "", query.path ?? "");
        return success(
          await readTree((folder) => logs.tree(folder), path, { deep: query.path === undefined }),
        );
      },
    }),
    route("get", "/logs/detail", {
      access,
      summary: "Returns the text that a log shows, without colors; an empty one if it does not exist",
      query: detailQuery,
      results: textResults,
      handle: async ({ query }) => await text(query.path, query.file ?? ""),
    }),
    route("get", "/logs/{file}", {
      access,
      summary: "Returns the text that a log shows, without colors; an empty one if it does not exist",
      params: fileParams,
      query: detailQuery,
      results: textResults,
      handle: async ({ params, query }) => await text(query.path, params.file),
    }),
    route("post", "/logs/download", {
      access,
      audit: false,
      summary: "Downloads a log",
      body: fileBody,
      results: { 200: { description: "The log", contentType: "text/plain" } },
      handle: async ({ body, request }) => {
        const response = await logResponse(
          await logs.open(joinPath("log", body.path, body.filename)),
          request,
          null,
        );
        response.headers.set("content-disposition", attachment(body.filename));
        return response;
      },
    }),
    route("delete", "/logs", {
      access: "logs:write",
      auditAs: "logs.remove",
      whileReadOnly: "allowed",
      summary: "Permanently deletes a log or a folder of logs",
      body: fileBody,
      results: { 200: { description: "Deleted", schema: done } },
      handle: async ({ body }) => {
        const path = joinPath("log", body.path, body.filename);
        if (path === "") throw new EnvelopeError(403, compatibleMessages[language()].accessDenied);
        await logs.remove(path);
        return { ...success(), object: path };
      },
    }),
  ];
}
