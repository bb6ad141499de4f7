import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { AppError } from "../../contract/app_error.ts";
import { cronLogFile } from "../../contract/compatible/crons.ts";
import { envelope, EnvelopeError, ids } from "../../contract/compatible/envelope.ts";
import {
  sub,
  subInput,
  subReport,
  subsDeleteQuery,
  subsQuery,
  subUpdate,
} from "../../contract/compatible/subscriptions.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import { freeName } from "../../contract/free_name.ts";
import { subscriptionLimits } from "../../contract/limits/subscriptions.ts";
import { parse } from "../../contract/parsed.ts";
import {
  type Subscription,
  type SubscriptionInput,
  subscriptionInput,
  subscriptionPatch,
} from "../../contract/subscriptions.ts";
import type { Base } from "../../engine/base.ts";
import { isAdministrator, requesterOf, requireLogs, type Route, route } from "../../http/route.ts";
import type { Runs } from "../runs/service.ts";
import type { Subscriptions } from "../subscriptions/service.ts";
import { batchDone, doneResults, ofEntity, success, withFieldNames } from "./envelope.ts";
import { directoryOf, tailOf } from "./read_log.ts";
import {
  newestPullOf,
  oldSubNameOf,
  toSub,
  toSubscriptionInput,
  toSubscriptionPatch,
} from "./subscription_shape.ts";

export interface SubscriptionRouteOptions extends Pick<Base, "language"> {
  subscriptions: Subscriptions;
  runs: Runs;
}

const MAX_LISTED = 10_000;
const MAX_LOGS = 500;
const subscriptionResults = { 200: { description: "The subscription", schema: envelope(sub) } };
const read = { access: "subscriptions:read" } as const;
const write = { access: "subscriptions:write" } as const;

const actionSummaries = {
  run: "Pulls subscriptions now",
  stop: "Stops pulls and removes them from the queue",
  enable: "Enables subscriptions",
  disable: "Disables subscriptions",
} as const;

export function subscriptionRoutes(options: SubscriptionRouteOptions): Route[] {
  return [...listRoutes(options), ...batchRoutes(options), ...oneRoutes(options)];
}

async function withPulls(runs: Runs, items: readonly Subscription[]) {
  const pulls = await runs.getSeveral(items.flatMap((one) => newestPullOf(one) ?? []));
  const byId = new Map<number | null, (typeof pulls)[number]>(pulls.map((run) => [run.id, run]));
  return items.map((one) => toSub(one, byId.get(newestPullOf(one)) ?? null));
}

function listRoutes({ subscriptions, runs, language }: SubscriptionRouteOptions): Route[] {
  const named = async (save: () => Promise<Subscription>) => {
    try {
      return await withFieldNames(oldSubNameOf, save);
    } catch (error) {
      const isSchedule = error instanceof AppError && error.issues[0]?.path === "schedule";
      throw isSchedule ? new EnvelopeError(400, compatibleMessages[language()].wrongSchedule) : error;
    }
  };
  // Clients may use a name again for another address or schedule.
  const ownName = async (wanted: Pick<SubscriptionInput, "name" | "url" | "schedule">, id: number | null) => {
    const { items } = await subscriptions.list({ page: 1, pageSize: MAX_LISTED });
    const others = items.filter((one) => one.id !== id && one.name === wanted.name);
    if (others.length === 0 || others.some((one) => isTwin(one, wanted))) return wanted.name;
    const names = new Set(items.filter((one) => one.id !== id).map(({ name }) => name.toLowerCase()));
    return freeName(wanted.name, names, subscriptionLimits.name);
  };
  const single = async (one: Subscription) => success((await withPulls(runs, [one]))[0]);
  return [
    route("get", "/subscriptions", {
      ...read,
      summary: "Lists subscriptions, enabled ones first",
      query: subsQuery,
      results: { 200: { description: "The subscriptions", schema: envelope(z.array(sub)) } },
      handle: async ({ query }) => {
        const list = { q: query.searchValue, sort: "-enabled,-createdAt", page: 1, pageSize: MAX_LISTED };
        const { items } = await subscriptions.list(list);
        const wanted = readIds(query.ids);
        return success(await withPulls(runs, wanted ? items.filter(({ id }) => wanted.includes(id)) : items));
      },
    }),
    route("post", "/subscriptions", {
      ...write,
      auditAs: "subscriptions.create",
      summary: "Creates a subscription",
      body: subInput,
      results: subscriptionResults,
      handle: async ({ body, caller }) => {
        const create = async () => {
          const wanted = toSubscriptionInput(body);
          const input = { ...wanted, name: await ownName(wanted, null) };
          return await subscriptions.create(parse(subscriptionInput, input), requesterOf(caller));
        };
        return await single(await named(create));
      },
    }),
    route("put", "/subscriptions", {
      ...write,
      auditAs: "subscriptions.update",
      summary: "Updates a subscription; fields that are not sent stay unchanged, as do masked secrets",
      body: subUpdate,
      results: subscriptionResults,
      handle: async ({ body, caller }) => {
        const before = await ofEntity("Subscription", body.id, subscriptions.get(body.id));
        const wanted = toSubscriptionPatch(body, before);
        if (Object.keys(wanted).length === 0) return await single(before);
        const change = { expectedVersion: null, requester: requesterOf(caller) };
        const update = async () => {
          const { name, url = before.url, schedule = before.schedule } = wanted;
          const own = name === undefined ? {} : { name: await ownName({ name, url, schedule }, body.id) };
          return await subscriptions.update(body.id, parse(subscriptionPatch, { ...wanted, ...own }), change);
        };
        return await single(await ofEntity("Subscription", body.id, named(update)));
      },
    }),
    route("delete", "/subscriptions", {
      ...write,
      auditAs: "subscriptions.remove",
      whileReadOnly: "allowed",
      summary: "Deletes subscriptions; with `force` also their tasks and folders",
      query: subsDeleteQuery,
      body: ids,
      results: doneResults,
      handle: async ({ query, body }) =>
        batchDone(await subscriptions.removeSeveral(body, { withTasks: query.force === "true" })),
    }),
  ];
}

function isTwin(one: Subscription, { url, schedule }: Pick<SubscriptionInput, "url" | "schedule">): boolean {
  return one.url === url && isDeepStrictEqual(one.schedule, schedule);
}

function readIds(text: string | undefined): number[] | null {
  const found = text?.match(/\d+/g);
  return found ? found.map(Number) : null;
}

function batchRoutes({ subscriptions }: SubscriptionRouteOptions): Route[] {
  const actions = Object.entries(actionSummaries) as [keyof typeof actionSummaries, string][]; // keys of a constant
  return [
    ...actions.map(([action, summary]) =>
      route("put", `/subscriptions/${action}`, {
        ...write,
        auditAs: `subscriptions.${action}`,
        ...((action === "stop" || action === "disable") && { whileReadOnly: "allowed" as const }),
        summary,
        body: ids,
        results: doneResults,
        handle: async ({ body, caller }) =>
          batchDone(
            await subscriptions.action(action, body, {
              requester: requesterOf(caller),
              isAdministrator: isAdministrator(caller),
            }),
          ),
      })
    ),
    route("put", "/subscriptions/status", {
      ...write,
      audit: false,
      summary:
        "Accepts what old shell scripts report about pulls; changes nothing, because the panel records them itself",
      body: subReport,
      results: doneResults,
      handle: () => success(),
    }),
  ];
}

function oneRoutes({ subscriptions, runs, language }: SubscriptionRouteOptions): Route[] {
  const find = (id: number) => ofEntity("Subscription", id, subscriptions.get(id));
  return [
    route("get", "/subscriptions/{id}", {
      ...read,
      summary: "Returns one subscription",
      results: subscriptionResults,
      handle: async ({ params }) => success((await withPulls(runs, [await find(params.id)]))[0]),
    }),
    route("get", "/subscriptions/{id}/log", {
      ...read,
      summary: "Returns the log of the newest pull as text, of a long one the end; also needs `logs:read`",
      results: { 200: { description: "The log", schema: envelope(z.string()) } },
      handle: async ({ params, caller }) => {
        requireLogs(caller);
        const run = newestPullOf(await find(params.id));
        const text = run === null ? "" : await tailOf(await runs.log(run));
        return success(text || compatibleMessages[language()].logMissing);
      },
    }),
    route("get", "/subscriptions/{id}/logs", {
      ...read,
      summary: "Lists the logs of a subscription, newest first",
      results: { 200: { description: "The logs", schema: envelope(z.array(cronLogFile)) } },
      handle: async ({ params }) => {
        await find(params.id);
        const { items } = await runs.list({ subscriptionId: params.id, page: 1, pageSize: MAX_LOGS });
        return success(
          items.flatMap(({ logPath, startedAt }) =>
            logPath === null || startedAt === null
              ? []
              : { ...directoryOf(logPath), time: Date.parse(startedAt) }
          ),
        );
      },
    }),
  ];
}
