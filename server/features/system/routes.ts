import { progressResult } from "../../contract/progress.ts";
import { licences, restartResult, systemDetails, updateCheck, updateRequest } from "../../contract/system.ts";
import { requesterOf, type Route, route } from "../../http/route.ts";
import { type Metric, metricsText } from "./panel_metrics.ts";
import type { SystemService } from "./service.ts";

/** Returns the routes of `/api/system` and `/api/metrics`. */
export function systemRoutes(system: SystemService, metrics: () => Promise<Metric[]>): Route[] {
  return [...detailRoutes(system, metrics), ...actionRoutes(system), ...updateRoutes(system)];
}

function detailRoutes(system: SystemService, metrics: () => Promise<Metric[]>): Route[] {
  return [
    route("get", "/system", {
      access: "system:read",
      summary: "Returns version, machine, data folder and deployment of the panel",
      results: { 200: { description: "The details", schema: systemDetails } },
      handle: async () => ({ body: await system.details() }),
    }),
    route("get", "/system/licences", {
      access: "account",
      summary: "Lists the licences of the included packages",
      results: { 200: { description: "The licences", schema: licences } },
      handle: () => ({ body: { items: system.licences() } }),
    }),
    route("get", "/system/progress", {
      access: "system:read",
      summary: "Returns the progress of long operations of the panel",
      results: { 200: { description: "The current or last operation", schema: progressResult } },
      handle: ({ language }) => ({ body: { current: system.progress(language) } }),
    }),
    route("get", "/metrics", {
      access: "system:read",
      summary: "Returns metrics for Prometheus",
      results: { 200: { description: "The metrics", contentType: "text/plain" } },
      handle: async () =>
        new Response(metricsText(await metrics()), {
          headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        }),
    }),
  ];
}

function actionRoutes(system: SystemService): Route[] {
  return [
    route("get", "/system/diagnostics", {
      access: "administrator",
      stepUp: true,
      audit: true,
      summary: "Downloads diagnostics, without secrets",
      results: { 200: { description: "The diagnostics, as a .tar.gz", contentType: "application/gzip" } },
      handle: async () =>
        new Response(await system.diagnostics() as Uint8Array<ArrayBuffer>, { // backed by its own buffer
          headers: {
            "content-type": "application/gzip",
            "content-disposition": `attachment; filename="sundial-diagnostics.tar.gz"`,
          },
        }),
    }),
    route("post", "/system/restart", {
      access: "administrator",
      whileReadOnly: "allowed",
      stepUp: true,
      summary: "Restarts the panel; running tasks continue",
      results: { 202: { description: "Restarting", schema: restartResult } },
      handle: () => ({ status: 202, body: system.restart() }),
    }),
  ];
}

function updateRoutes(system: SystemService): Route[] {
  return [
    route("post", "/system/update/check", {
      access: "system:write",
      summary: "Checks for a newer release",
      results: { 200: { description: "The result of the check", schema: updateCheck } },
      handle: async ({ request, caller }) => ({
        body: await system.check(request.signal, requesterOf(caller)),
      }),
    }),
    route("post", "/system/update/install", {
      access: "administrator",
      stepUp: true,
      summary:
        "Installs the available release: downloads, tests and replaces the program, then restarts the panel",
      body: updateRequest,
      results: {
        202: { description: "Started; `/system/progress` reports its progress", schema: progressResult },
      },
      handle: ({ body, language }) => {
        system.install(body.version);
        return { status: 202, body: { current: system.progress(language) } };
      },
    }),
  ];
}
