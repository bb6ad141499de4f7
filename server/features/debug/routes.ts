import * as z from "zod";
import { debugBody } from "../../contract/files.ts";
import { run } from "../../contract/runs.ts";
import { idParams } from "../../contract/shapes.ts";
import { requesterOf, type Route, route } from "../../http/route.ts";
import type { ScriptDebug } from "./service.ts";
import { fileLimits } from "../../contract/limits/files.ts";

/** Text grows in JSON; arguments and variables add to it. */
const BODY_BYTES = 2 * fileLimits.textBytes + 8 * 1024 * 1024;

/** Returns the routes of `/api/scripts/debug`. The log of a debug run is read like that of any run. */
export function debugRoutes(debug: ScriptDebug): Route[] {
  return [
    route("post", "/scripts/debug", {
      access: "scripts:write",
      summary: "Runs a script as shown in the editor, saved or not",
      body: debugBody,
      bodyLimit: BODY_BYTES,
      results: { 201: { description: "The queued run", schema: run } },
      handle: async ({ body, caller }) => ({
        status: 201,
        body: await debug.start(body, requesterOf(caller)),
      }),
    }),
    route("post", "/scripts/debug/{runId}/stop", {
      access: "scripts:write",
      whileReadOnly: "allowed",
      summary: "Stops a debug run, or removes it from the queue",
      params: z.strictObject({ runId: idParams.shape.id }),
      results: { 200: { description: "The run; it ends within the grace period", schema: run } },
      handle: async ({ params }) => ({ body: await debug.stop(params.runId) }),
    }),
  ];
}
