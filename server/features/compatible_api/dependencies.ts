import * as z from "zod";
import {
  type Dependence,
  dependence,
  dependencesInput,
  dependencesQuery,
  dependenceUpdate,
  stateNumbers,
  typeNames,
  typeNumbers,
} from "../../contract/compatible/dependencies.ts";
import { envelope, EnvelopeError, ids } from "../../contract/compatible/envelope.ts";
import { parse } from "../../contract/parsed.ts";
import {
  type Dependency,
  dependencyInput,
  dependencyPatch,
  type DependencyType,
} from "../../contract/dependencies.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import type { Base } from "../../engine/base.ts";
import { hasScope, requesterOf, type Route, route } from "../../http/route.ts";
import type { Dependencies } from "../dependencies/service.ts";
import type { Runs } from "../runs/service.ts";
import { batchDone, doneResults, ofEntity, success, withFieldNames } from "./envelope.ts";
import { tailOf } from "./read_log.ts";

export interface DependencyRouteOptions extends Pick<Base, "language"> {
  dependencies: Dependencies;
  runs: Runs;
}

const newDependencies = z.array(dependencyInput);
const MAX_LISTED = 10_000;
const dependencyResults = { 200: { description: "The dependency", schema: envelope(dependence) } };
const dependenciesResults = {
  200: { description: "The dependencies", schema: envelope(z.array(dependence)) },
};
const write = { access: "dependencies:write" } as const;

export function dependencyRoutes({ dependencies, runs, language }: DependencyRouteOptions): Route[] {
  const typeOf = (number: number) => {
    const found = Object.entries(typeNumbers).find(([, one]) => one === number)?.[0];
    if (found === undefined) throw new EnvelopeError(400, compatibleMessages[language()].invalidParameter);
    return found as DependencyType; // a key of that record
  };
  return [
    route("get", "/dependencies", {
      access: "dependencies:read",
      summary: "Lists dependencies, newest first",
      query: dependencesQuery,
      results: dependenciesResults,
      handle: async ({ query: { searchValue, type, status } }) => {
        const states = status ? readStates(status) : undefined;
        if (states?.length === 0) return success([]);
        const { items } = await dependencies.list({
          ...{ page: 1, pageSize: MAX_LISTED, q: searchValue, sort: undefined },
          type: typeNames.get(type ?? ""),
          state: states?.join(","),
        });
        return success(items.map((one) => toDependence(one)));
      },
    }),
    route("post", "/dependencies", {
      ...write,
      auditAs: "dependencies.create",
      summary: "Adds dependencies and installs them",
      body: dependencesInput,
      results: dependenciesResults,
      handle: async ({ body, caller }) => {
        const inputs = body.map(({ name, type, remark }) => ({
          name: name.trim(),
          type: typeOf(type),
          remarks: remark ?? "",
        }));
        const create = () => dependencies.create(parse(newDependencies, inputs), requesterOf(caller), false);
        const items = await withFieldNames(oldNameOf, create);
        return success(items.map((one) => toDependence(one)));
      },
    }),
    route("put", "/dependencies", {
      ...write,
      auditAs: "dependencies.update",
      summary: "Changes the version or the remarks of a dependency and installs it",
      body: dependenceUpdate,
      results: dependencyResults,
      handle: async ({ body, caller }) => {
        const before = await ofEntity("Dependency", body.id, dependencies.get(body.id));
        if (before.type !== typeOf(body.type)) {
          throw new EnvelopeError(400, compatibleMessages[language()].invalidParameter);
        }
        const name = body.name.trim();
        const cause = requesterOf(caller);
        const patch = { name, ...(body.remark !== undefined && { remarks: body.remark ?? "" }) };
        await withFieldNames(
          oldNameOf,
          () => dependencies.update(body.id, parse(dependencyPatch, patch), { expectedVersion: null, cause }),
        );
        // A changed name has been installed already.
        if (name === before.name) batchDone(await dependencies.reinstall([body.id], cause));
        return success(toDependence(await dependencies.get(body.id)));
      },
    }),
    ...[false, true].map((force) =>
      route("delete", force ? "/dependencies/force" : "/dependencies", {
        ...write,
        auditAs: "dependencies.remove",
        whileReadOnly: "allowed",
        summary: force
          ? "Uninstalls and deletes dependencies, also those that cannot be uninstalled"
          : "Uninstalls and deletes dependencies",
        body: ids,
        results: doneResults,
        handle: async ({ body, caller }) =>
          batchDone(await dependencies.remove(body, requesterOf(caller), force)),
      })
    ),
    route("put", "/dependencies/reinstall", {
      ...write,
      auditAs: "dependencies.reinstall",
      summary: "Reinstalls dependencies",
      body: ids,
      results: doneResults,
      handle: async ({ body, caller }) => batchDone(await dependencies.reinstall(body, requesterOf(caller))),
    }),
    route("put", "/dependencies/cancel", {
      ...write,
      auditAs: "dependencies.cancel",
      whileReadOnly: "allowed",
      summary: "Cancels running or queued operations on dependencies",
      body: ids,
      results: doneResults,
      handle: async ({ body }) => batchDone(await dependencies.cancel(body)),
    }),
    route("get", "/dependencies/{id}", {
      access: "dependencies:read",
      summary: "Returns one dependency, with `logs:read` also its log",
      results: dependencyResults,
      handle: async ({ params, caller }) => {
        const found = await ofEntity("Dependency", params.id, dependencies.get(params.id));
        const log = found.runId === null || !hasScope(caller, "logs:read")
          ? ""
          : await tailOf(await runs.log(found.runId));
        return success(toDependence(found, log === "" ? [] : [log]));
      },
    }),
  ];
}

// The field of a package whose name differs.
function oldNameOf(path: string): string {
  return path.replace(/\bremarks$/, "remark");
}

function readStates(status: string): string[] {
  const numbers = status.split(",").map(Number);
  return Object.entries(stateNumbers).filter(([, number]) => numbers.includes(number)).map(([state]) =>
    state
  );
}

function toDependence(one: Dependency, log: string[] = []): Dependence {
  return {
    id: one.id,
    name: one.name,
    type: typeNumbers[one.type],
    status: stateNumbers[one.state],
    log,
    remark: one.remarks,
    timestamp: new Date(one.updatedAt).toString(),
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
  };
}
