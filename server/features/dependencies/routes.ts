import type { Language } from "../../contract/settings.ts";
import {
  batchResponse,
  type Caller,
  hasScope,
  requesterOf,
  requireLogs,
  type Route,
  route,
  versioned,
} from "../../http/route.ts";
import { AppError } from "../../contract/app_error.ts";
import {
  dependenciesDeleteBody,
  dependenciesInput,
  dependency,
  dependencyForceQuery,
  dependencyIdsBody,
  dependencyListQuery,
  dependencyPatch,
  dependencyTools,
  type MissingPackage,
  missingPackages,
} from "../../contract/dependencies.ts";
import type { Run } from "../../contract/runs.ts";
import { batchResult, listOf } from "../../contract/shapes.ts";
import { logResponse, logResponses } from "../runs/log_response.ts";
import type { LogFile } from "../runs/log_file.ts";
import * as z from "zod";
import type { Dependencies } from "./service.ts";
import { missingInLog } from "./log_misses.ts";
import { nameOf } from "./name_of.ts";
import { readTail } from "./log_reason.ts";
import { inLanguage } from "./dependency_messages.ts";

/** Reads the runs of installers, like those of any other type. */
export interface PackageRunReader {
  get(id: number): Promise<Run>;
  log(id: number): Promise<LogFile>;
}

export interface DependencyRouteOptions {
  dependencies: Dependencies;
  runs: PackageRunReader;
  /** Directory of all logs. */
  logs: string;
}

const created = z.object({ items: z.array(dependency) });
const eachResult = { 200: { description: "One result per item", schema: batchResult } };

/** Returns the routes of `/api/dependencies`, and of the packages that a run misses. */
export function dependencyRoutes(options: DependencyRouteOptions): Route[] {
  const { dependencies } = options;
  return [
    route("get", "/dependencies", {
      access: "dependencies:read",
      summary: "Lists dependencies, newest first by default",
      query: dependencyListQuery,
      results: { 200: { description: "One page of dependencies", schema: listOf(dependency) } },
      handle: async ({ query, ...request }) => {
        const { items, ...page } = await dependencies.list(query);
        const asking = askingOf(request);
        return { body: { items: items.map((one) => inLanguage(one, asking)), ...page } };
      },
    }),
    route("post", "/dependencies", {
      access: "dependencies:write",
      summary: "Adds dependencies and installs them, one at a time per type",
      body: dependenciesInput,
      results: { 201: { description: "The queued dependencies", schema: created } },
      handle: async ({ body, caller }) => {
        const inputs = Array.isArray(body) ? body : [body];
        const items = await dependencies.create(inputs, requesterOf(caller), !Array.isArray(body));
        return { status: 201, body: { items } };
      },
    }),
    route("delete", "/dependencies", {
      access: "dependencies:write",
      whileReadOnly: "allowed",
      summary: "Uninstalls and deletes dependencies",
      body: dependenciesDeleteBody,
      results: eachResult,
      handle: async ({ body, caller, language }) =>
        batchResponse(await dependencies.remove(body.ids, requesterOf(caller), body.force), language),
    }),
    ...actionRoutes(dependencies),
    ...checkRoutes(options),
    route("get", "/dependencies/{id}", {
      access: "dependencies:read",
      summary: "Returns one dependency",
      results: { 200: { description: "The dependency", schema: dependency } },
      handle: async ({ params, ...request }) =>
        versioned(inLanguage(await dependencies.get(params.id), askingOf(request))),
    }),
    route("patch", "/dependencies/{id}", {
      access: "dependencies:write",
      summary: "Changes the version or the remarks of a dependency; a changed version is installed",
      body: dependencyPatch,
      results: { 200: { description: "The updated dependency", schema: dependency } },
      handle: async ({ params, body, ifMatch, caller, language }) => {
        const options = { expectedVersion: ifMatch, cause: requesterOf(caller) };
        const updated = await dependencies.update(params.id, body, options);
        return versioned(inLanguage(updated, askingOf({ caller, language })));
      },
    }),
    route("delete", "/dependencies/{id}", {
      access: "dependencies:write",
      whileReadOnly: "allowed",
      summary: "Uninstalls and deletes a dependency",
      query: dependencyForceQuery,
      results: { 204: { description: "Deleted, or its removal is queued" } },
      handle: ({ params, query, caller }) =>
        dependencies.removeOne(params.id, requesterOf(caller), query.force),
    }),
  ];
}

function actionRoutes(dependencies: Dependencies): Route[] {
  return [
    route("post", "/dependencies/reinstall", {
      access: "dependencies:write",
      summary: "Reinstalls dependencies",
      body: dependencyIdsBody,
      results: eachResult,
      handle: async ({ body, caller, language }) =>
        batchResponse(await dependencies.reinstall(body.ids, requesterOf(caller)), language),
    }),
    route("post", "/dependencies/cancel", {
      access: "dependencies:write",
      whileReadOnly: "allowed",
      summary: "Cancels running or queued operations on dependencies",
      body: dependencyIdsBody,
      results: eachResult,
      handle: async ({ body, language }) => batchResponse(await dependencies.cancel(body.ids), language),
    }),
  ];
}

function checkRoutes(options: DependencyRouteOptions): Route[] {
  const { dependencies, runs } = options;
  return [
    route("get", "/dependencies/tools", {
      access: "dependencies:read",
      summary: "Returns the installer of each type, or what is missing on this machine",
      results: { 200: { description: "One entry for each type", schema: dependencyTools } },
      handle: async () => ({ body: { items: await dependencies.tools() } }),
    }),
    route("get", "/dependencies/{id}/log", {
      access: "dependencies:read",
      summary:
        "Returns the log of the latest run of a dependency, or a range of its bytes; also needs `logs:read`",
      results: logResponses,
      handle: async ({ params, request, caller }) => {
        requireLogs(caller);
        const { runId } = await dependencies.get(params.id);
        if (runId === null) throw new AppError("not_found");
        return await logResponse(await runs.log(runId), request, null);
      },
    }),
    route("get", "/runs/{id}/missing", {
      access: "logs:read",
      summary: "Finds missing packages in the log of a failed run",
      results: { 200: { description: "The packages, in the order of the log", schema: missingPackages } },
      handle: async ({ params }) => ({ body: { items: await findMissing(params.id, options) } }),
    }),
  ];
}

function askingOf({ caller, language }: { caller: Caller; language: Language }) {
  return { language, readsLogs: hasScope(caller, "logs:read") };
}

/** A program reports what is missing at the end of its log. */
const TAIL_BYTES = 256 * 1024;

interface MissingOptions {
  dependencies: Dependencies;
  runs: { get(id: number): Promise<Run> };
  /** Directory of all logs. */
  logs: string;
}

/**
 * Returns the packages that a run's log reports as missing and that are not installed by now. Throws
 * `not_found`.
 */
async function findMissing(
  id: number,
  { dependencies, runs, logs }: MissingOptions,
): Promise<MissingPackage[]> {
  const { logPath, state } = await runs.get(id);
  if (logPath === null || (state !== "failed" && state !== "timed_out")) return [];
  const missing = missingInLog(await readTail(logs, logPath, TAIL_BYTES));
  const left: MissingPackage[] = [];
  for (const one of missing) {
    if (!(await dependencies.areInstalled(one.type)).has(nameOf(one).key)) left.push(one);
  }
  return left;
}
