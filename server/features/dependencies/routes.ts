import { AppError } from "../../contract/app_error.ts";
import {
  dependenciesDeleteBody,
  dependenciesInput,
  dependency,
  dependencyForceQuery,
  dependencyIdsBody,
  dependencyListQuery,
  dependencyTools,
  type MissingPackage,
  missingPackages,
} from "../../contract/dependencies.ts";
import type { Run } from "../../contract/runs.ts";
import type { Language } from "../../contract/settings.ts";
import { batchResult, idParams, listOf } from "../../contract/shapes.ts";
import { formatContractError } from "../../contract/messages/format.ts";
import { type Caller, type Route, route } from "../../http/route.ts";
import { logResponse, logResponses } from "../runs/log_response.ts";
import type { LogFile } from "../runs/log_file.ts";
import * as z from "zod";
import type { Dependencies, DependencyResult } from "./service.ts";
import { missingInLog } from "./log_misses.ts";
import { nameOf } from "./name_of.ts";
import { readTail } from "./read_tail.ts";

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
const eachResult = { 200: { description: "What came of each", schema: batchResult } };

/** Returns the routes of `/api/dependencies`, and of the packages that a run misses. */
export function dependencyRoutes(options: DependencyRouteOptions): Route[] {
  const { dependencies } = options;
  return [
    route({
      method: "get",
      path: "/dependencies",
      access: "dependencies:read",
      summary: "Lists packages, newest first unless told",
      query: dependencyListQuery,
      results: { 200: { description: "One page of packages", schema: listOf(dependency) } },
      handle: async ({ query }) => ({ status: 200, body: await dependencies.list(query) }),
    }),
    route({
      method: "post",
      path: "/dependencies",
      access: "dependencies:write",
      summary: "Adds packages and installs them, one of each type after the other",
      body: dependenciesInput,
      results: { 201: { description: "The packages, in the queue", schema: created } },
      handle: async ({ body, caller }) => {
        const inputs = Array.isArray(body) ? body : [body];
        const items = await dependencies.create(inputs, causeOf(caller), !Array.isArray(body));
        return { status: 201, body: { items } };
      },
    }),
    route({
      method: "delete",
      path: "/dependencies",
      access: "dependencies:write",
      whileReadOnly: "allowed",
      summary: "Deletes packages: from the machine first, where they are there",
      body: dependenciesDeleteBody,
      results: eachResult,
      handle: async ({ body, caller, language }) =>
        results(await dependencies.remove(body.ids, causeOf(caller), body.force), language),
    }),
    ...actionRoutes(dependencies),
    ...checkRoutes(options),
    route({
      method: "get",
      path: "/dependencies/{id}",
      access: "dependencies:read",
      summary: "Reads one package",
      params: idParams,
      results: { 200: { description: "The package", schema: dependency } },
      handle: async ({ params }) => {
        const body = await dependencies.get(params.id);
        return { status: 200, body, version: body.version };
      },
    }),
    route({
      method: "delete",
      path: "/dependencies/{id}",
      access: "dependencies:write",
      whileReadOnly: "allowed",
      summary: "Deletes a package: from the machine first, where it is there",
      params: idParams,
      query: dependencyForceQuery,
      results: { 204: { description: "Deleted, or its removal is in the queue" } },
      handle: async ({ params, query, caller }) => {
        await dependencies.removeOne(params.id, causeOf(caller), query.force);
        return { status: 204 };
      },
    }),
  ];
}

function actionRoutes(dependencies: Dependencies): Route[] {
  return [
    route({
      method: "post",
      path: "/dependencies/reinstall",
      access: "dependencies:write",
      summary: "Installs packages anew",
      body: dependencyIdsBody,
      results: eachResult,
      handle: async ({ body, caller, language }) =>
        results(await dependencies.reinstall(body.ids, causeOf(caller)), language),
    }),
    route({
      method: "post",
      path: "/dependencies/cancel",
      access: "dependencies:write",
      whileReadOnly: "allowed",
      summary: "Ends what is being done with packages, or takes it out of the queue",
      body: dependencyIdsBody,
      results: eachResult,
      handle: async ({ body, language }) => results(await dependencies.cancel(body.ids), language),
    }),
  ];
}

function checkRoutes(options: DependencyRouteOptions): Route[] {
  const { dependencies, runs } = options;
  return [
    route({
      method: "get",
      path: "/dependencies/tools",
      access: "dependencies:read",
      summary: "Tells what installs packages of each type here, or what the machine lacks for it",
      results: { 200: { description: "One entry for each type", schema: dependencyTools } },
      handle: async () => ({ status: 200, body: { items: await dependencies.tools() } }),
    }),
    route({
      method: "get",
      path: "/dependencies/{id}/log",
      access: "dependencies:read",
      summary: "Reads the log of a package's newest run, whole or a range of its bytes",
      params: idParams,
      results: logResponses,
      handle: async ({ params, request }) => {
        const { runId } = await dependencies.get(params.id);
        if (runId === null) throw new AppError("not_found");
        return await logResponse(await runs.log(runId), request, null);
      },
    }),
    route({
      method: "get",
      path: "/runs/{id}/missing",
      access: "logs:read",
      summary: "Finds the packages that the log of a failed run says are missing",
      params: idParams,
      results: { 200: { description: "In the order the log says so", schema: missingPackages } },
      handle: async ({ params }) => ({ status: 200, body: { items: await findMissing(params.id, options) } }),
    }),
  ];
}

function causeOf(caller: Caller): "person" | "application" {
  return caller.kind === "application" ? "application" : "person";
}

function results(outcomes: readonly DependencyResult[], language: Language) {
  return {
    status: 200,
    body: {
      results: outcomes.map(({ id, error }) =>
        error === null ? { id, ok: true } : {
          id,
          ok: false,
          error: { code: error.code, ...formatContractError(error.code, error.params, language) },
        }
      ),
    },
  };
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
