import * as z from "zod";
import { attempt } from "../../contract/app_error.ts";
import type { CronFilter, CronSort } from "../../contract/compatible/crons.ts";
import { envelope, ids } from "../../contract/compatible/envelope.ts";
import {
  ALL_TASKS_ID,
  type CronView,
  cronView,
  type CronViewInput,
  cronViewInput,
  cronViewMove,
  cronViewUpdate,
} from "../../contract/compatible/views.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import { operators, properties, sortFields, statuses } from "../../contract/compatible/view_fields.ts";
import { parse } from "../../contract/parsed.ts";
import { type View, type ViewCondition, viewInput, type ViewPatch, viewPatch } from "../../contract/views.ts";
import { type Caller, type PerCaller, type Route, route } from "../../http/route.ts";
import type { Views } from "../views/service.ts";
import { batchDone, doneResults, ofEntity, success, withFieldNames } from "./envelope.ts";

const viewResults = { 200: { description: "The view", schema: envelope(cronView) } };
const viewsResults = { 200: { description: "The views", schema: envelope(z.array(cronView)) } };
const write = { access: "tasks:write" } as const;

export function viewRoutes(views: PerCaller<Views>): Route[] {
  const list = async ({ caller }: { caller: Caller }) =>
    success([allTasks, ...(await views(caller).list()).map(toCronView)]);
  return [
    route("get", "/crons/views", {
      access: "tasks:read",
      summary: "Lists views in order, the view of all tasks first",
      results: viewsResults,
      handle: list,
    }),
    route("post", "/crons/views", {
      ...write,
      auditAs: "views.create",
      summary: "Creates a view",
      body: cronViewInput,
      results: viewResults,
      handle: async ({ caller, body }) => {
        const create = () =>
          views(caller).create(parse(viewInput, {
            name: body.name,
            conditions: (body.filters ?? []).flatMap(toCondition),
            sort: (body.sorts ?? []).flatMap(toSort),
            relation: body.filterRelation === "or" ? "or" : "and",
          }));
        return success(toCronView(await withFieldNames(oldNameOf, create)));
      },
    }),
    route("put", "/crons/views", {
      ...write,
      auditAs: "views.update",
      summary: "Updates a view; fields that are not sent stay unchanged",
      body: cronViewUpdate,
      results: viewResults,
      handle: async ({ caller, body }) => {
        const before = await ofEntity("CronView", body.id, views(caller).get(body.id));
        const update = () => views(caller).update(body.id, parse(viewPatch, patchOf(body, before)), null);
        return success(toCronView(await ofEntity("CronView", body.id, withFieldNames(oldNameOf, update))));
      },
    }),
    route("delete", "/crons/views", {
      ...write,
      auditAs: "views.remove",
      summary: "Deletes views; their tasks stay",
      body: ids,
      results: doneResults,
      handle: async ({ caller, body }) =>
        batchDone(await Promise.all(body.map((id) => attempt(id, () => views(caller).remove(id))))),
    }),
    route("put", "/crons/views/move", {
      ...write,
      auditAs: "views.order.replace",
      summary: "Moves a view from one index of the list to another; the view of all tasks stays first",
      body: cronViewMove,
      results: viewResults,
      handle: async ({ caller, body }) => {
        const moved = await ofEntity("CronView", body.id, views(caller).get(body.id));
        const others = (await views(caller).list()).map(({ id }) => id).filter((id) => id !== moved.id);
        // Indexes count the view of all tasks.
        const order = others.toSpliced(Math.max(0, body.toIndex - 1), 0, moved.id);
        await views(caller).order(order);
        return success(toCronView(await views(caller).get(moved.id)));
      },
    }),
    ...(["enable", "disable"] as const).map((action) =>
      route("put", `/crons/views/${action}`, {
        ...write,
        auditAs: "views.update",
        summary: action === "enable" ? "Shows views" : "Hides views",
        body: z.array(z.int().min(0)).min(1).max(1000),
        results: doneResults,
        handle: async ({ caller, body }) => {
          const wanted = body.filter((id) => id !== ALL_TASKS_ID);
          const patch = parse(viewPatch, { hidden: action === "disable" });
          return batchDone(
            await Promise.all(
              wanted.map((id) => attempt(id, async () => void await views(caller).update(id, patch, null))),
            ),
          );
        },
      })
    ),
  ];
}

const FIRST_POSITION = 4_500_000_000_000_000;
const POSITION_STEP = 10_000_000_000;

const allTasks: CronView = {
  id: ALL_TASKS_ID,
  name: compatibleMessages.en.allTasks,
  position: FIRST_POSITION,
  isDisabled: 0,
  filters: null,
  sorts: null,
  filterRelation: null,
  type: 1,
};

// Conditions that the old shape has no name for are left out.
function toCronView(view: View): CronView {
  return {
    id: view.id,
    name: view.name,
    position: FIRST_POSITION - (view.position + 1) * POSITION_STEP,
    isDisabled: view.hidden ? 1 : 0,
    filters: view.conditions.flatMap(fromCondition),
    sorts: view.sort.flatMap(({ field, descending }) => {
      const property = keyOf(sortFields, field);
      return property === undefined ? [] : { property, type: descending ? "DESC" : "ASC" };
    }),
    filterRelation: view.relation,
    type: 2,
  };
}

function keyOf<V>(names: ReadonlyMap<string, V>, value: V): string | undefined {
  return [...names].find(([, one]) => one === value)?.[0];
}

/** Returns the name of a view's field in a request of such a program. */
function oldNameOf(path: string): string {
  return path.replace(/^conditions/, "filters").replace(/^sort\b/, "sorts").replace(
    /^relation/,
    "filterRelation",
  );
}

function fromCondition({ property, operator, values }: ViewCondition): CronFilter[] {
  const name = keyOf(properties, property);
  const operation = keyOf(operators, operator);
  if (name === undefined || operation === undefined) return [];
  if (operator === "contains" || operator === "notContains") {
    return [{ property: name, operation, value: values[0] ?? "" }];
  }
  const value = values.map((one) =>
    name === "status" ? Number(keyOf(statuses, one)) : name === "sub_id" ? Number(one) : one
  );
  return [{ property: name, operation, value }];
}

function toCondition({ property, operation, value }: CronFilter): ViewCondition[] {
  const [name, operator] = [properties.get(property), operators.get(operation)];
  if (name === undefined || operator === undefined || value == null) return [];
  const values = [value].flat().map((one) =>
    name === "status" ? statuses.get(String(one)) ?? String(one) : String(one)
  );
  return [{ property: name, operator, values }];
}

function toSort({ property, type }: CronSort) {
  const field = sortFields.get(property);
  return field === undefined ? [] : [{ field, descending: /^desc/i.test(type) }];
}

function patchOf({ name, filters, sorts, filterRelation }: CronViewInput, before: View): ViewPatch {
  const current = toCronView(before);
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? []) === JSON.stringify(b ?? []);
  return {
    ...(name !== current.name && { name }),
    ...(filters !== undefined && !isSame(filters, current.filters) &&
      { conditions: (filters ?? []).flatMap(toCondition) }),
    ...(sorts !== undefined && !isSame(sorts, current.sorts) && { sort: (sorts ?? []).flatMap(toSort) }),
    ...(filterRelation != null && { relation: filterRelation === "or" ? "or" as const : "and" as const }),
  };
}
