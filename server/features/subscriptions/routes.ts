import {
  batchResponse,
  isAdministrator,
  requesterOf,
  type Route,
  route,
  versioned,
} from "../../http/route.ts";
import { pathQuery } from "../../contract/files.ts";
import { listedRun, runListQuery } from "../../contract/runs.ts";
import { batchResult, idsBody, listOf } from "../../contract/shapes.ts";
import {
  approveBody,
  comparedFile,
  hostKeys,
  preview,
  previewBody,
  previewStarted,
  pullChanges,
  rejectBody,
  subscription,
  subscriptionActions,
  subscriptionInput,
  subscriptionListQuery,
  subscriptionPatch,
  subscriptionsDeleteBody,
  waitingChanges,
  withTasksQuery,
} from "../../contract/subscriptions.ts";
import type { Runs } from "../runs/service.ts";
import type { Previews } from "./previews.ts";
import { appliedSourceFields, type Subscriptions } from "./service.ts";

const actionSummaries = {
  run: "Pulls subscriptions now",
  stop: "Stops pulls and removes them from the queue",
  enable: "Enables subscriptions; they are pulled on schedule",
  disable: "Disables subscriptions; they are no longer pulled on schedule",
} as const;

const runsQuery = runListQuery.pick({ page: true, pageSize: true, state: true });

export interface SubscriptionParts {
  subscriptions: Subscriptions;
  previews: Previews;
  runs: Pick<Runs, "list">;
}

export function subscriptionRoutes({ subscriptions, previews, runs }: SubscriptionParts): Route[] {
  return [
    ...listRoutes(subscriptions),
    ...oneRoutes(subscriptions),
    ...previewRoutes(previews),
    ...reviewRoutes(subscriptions),
    ...hostKeyRoutes(subscriptions),
    route("get", "/subscriptions/{id}/runs", {
      access: "subscriptions:read",
      summary: "Lists the pulls of a subscription, newest first",
      query: runsQuery,
      results: { 200: { description: "One page of runs", schema: listOf(listedRun) } },
      handle: async ({ params, query }) => {
        await subscriptions.get(params.id);
        return { body: await runs.list({ ...query, subscriptionId: params.id }) };
      },
    }),
  ];
}

function listRoutes(subscriptions: Subscriptions): Route[] {
  return [
    route("get", "/subscriptions", {
      access: "subscriptions:read",
      summary: "Lists subscriptions, newest first",
      query: subscriptionListQuery,
      results: { 200: { description: "One page of subscriptions", schema: listOf(subscription) } },
      handle: async ({ query }) => ({ body: await subscriptions.list(query) }),
    }),
    route("post", "/subscriptions", {
      access: "subscriptions:write",
      summary: "Creates a subscription",
      body: subscriptionInput,
      stepUp: {
        fields: ["applyFolder"],
        sensitive: ({ applyFolder }) => applyFolder == null ? [] : ["applyFolder"],
      },
      results: { 201: { description: "The subscription", schema: subscription } },
      handle: async ({ body, caller }) =>
        versioned(await subscriptions.create(body, requesterOf(caller), isAdministrator(caller)), 201),
    }),
    route("delete", "/subscriptions", {
      access: "subscriptions:write",
      whileReadOnly: "allowed",
      summary: "Deletes subscriptions; their pulls are stopped first",
      body: subscriptionsDeleteBody,
      results: { 200: { description: "One result per item", schema: batchResult } },
      handle: async ({ body: { ids, withTasks }, language }) =>
        batchResponse(await subscriptions.removeSeveral(ids, { withTasks }), language),
    }),
    ...subscriptionActions.map((action) =>
      route("post", `/subscriptions/${action}`, {
        access: "subscriptions:write",
        ...((action === "stop" || action === "disable") && { whileReadOnly: "allowed" as const }),
        summary: actionSummaries[action],
        body: idsBody,
        results: { 200: { description: "One result per item", schema: batchResult } },
        handle: async ({ body, caller, language }) => {
          const by = { requester: requesterOf(caller), isAdministrator: isAdministrator(caller) };
          return batchResponse(await subscriptions.action(action, body.ids, by), language);
        },
      })
    ),
  ];
}

function oneRoutes(subscriptions: Subscriptions): Route[] {
  return [
    route("get", "/subscriptions/{id}", {
      access: "subscriptions:read",
      summary: "Returns one subscription; secrets are never returned",
      results: { 200: { description: "The subscription", schema: subscription } },
      handle: async ({ params }) => versioned(await subscriptions.get(params.id)),
    }),
    route("patch", "/subscriptions/{id}", {
      access: "subscriptions:write",
      summary: "Updates fields of a subscription; a new schedule applies immediately",
      body: subscriptionPatch,
      stepUp: {
        fields: appliedSourceFields,
        sensitive: (body, _, { id }) => subscriptions.sensitiveChanges(id, body),
      },
      results: { 200: { description: "The updated subscription", schema: subscription } },
      handle: async ({ params, body, ifMatch, caller }) => {
        const options = {
          ...{ expectedVersion: ifMatch, requester: requesterOf(caller) },
          isAdministrator: isAdministrator(caller),
        };
        return versioned(await subscriptions.update(params.id, body, options));
      },
    }),
    route("delete", "/subscriptions/{id}", {
      access: "subscriptions:write",
      whileReadOnly: "allowed",
      summary: "Deletes a subscription; its pulls are stopped first",
      query: withTasksQuery,
      results: { 204: { description: "Deleted" } },
      handle: ({ params, query }) => subscriptions.remove(params.id, query),
    }),
  ];
}

function previewRoutes(previews: Previews): Route[] {
  const results = { 200: { description: "The preview", schema: preview } };
  return [
    route("post", "/subscriptions/preview", {
      access: "subscriptions:write",
      summary: "Previews a pull with saved or unsaved fields, without changing anything",
      body: previewBody,
      results: { 202: { description: "The run of the preview", schema: previewStarted } },
      handle: async ({ body, caller }) => ({
        status: 202,
        body: { runId: await previews.start(body, requesterOf(caller)) },
      }),
    }),
    route("get", "/subscriptions/previews/{id}", {
      access: "subscriptions:read",
      summary: "Returns a preview by its run",
      results,
      handle: async ({ params }) => ({ body: await previews.get(params.id) }),
    }),
    route("get", "/subscriptions/previews/{id}/file", {
      access: "subscriptions:read",
      summary:
        "Returns one file of a preview and the current file; the latest three previews are kept for a day",
      query: pathQuery,
      results: { 200: { description: "The file before and after", schema: comparedFile } },
      handle: async ({ params, query }) => ({ body: await previews.file(params.id, query.path) }),
    }),
    route("get", "/subscriptions/{id}/preview", {
      access: "subscriptions:read",
      summary: "Returns the latest preview of a subscription",
      results,
      handle: async ({ params }) => ({ body: await previews.last(params.id) }),
    }),
  ];
}

function reviewRoutes(subscriptions: Subscriptions): Route[] {
  return [
    route("get", "/subscriptions/{id}/waiting", {
      access: "subscriptions:read",
      summary: "Returns the changes waiting for approval",
      results: { 200: { description: "The changes", schema: waitingChanges } },
      handle: async ({ params }) => ({ body: await subscriptions.waiting(params.id) }),
    }),
    route("get", "/subscriptions/{id}/waiting/file", {
      access: "subscriptions:read",
      summary: "Returns one file waiting for approval and the current file",
      query: pathQuery,
      results: { 200: { description: "The file before and after", schema: comparedFile } },
      handle: async ({ params, query }) => ({ body: await subscriptions.waitingFile(params.id, query.path) }),
    }),
    route("post", "/subscriptions/{id}/approve", {
      access: "subscriptions:write",
      summary: "Approves the waiting changes; the after command runs separately",
      body: approveBody,
      results: { 200: { description: "The changes", schema: pullChanges } },
      handle: async ({ params, body, caller }) => ({
        body: await subscriptions.approve(params.id, requesterOf(caller), body, isAdministrator(caller)),
      }),
    }),
    route("post", "/subscriptions/{id}/reject", {
      access: "subscriptions:write",
      summary: "Rejects the waiting changes; the same changes are not offered again",
      body: rejectBody,
      results: { 200: { description: "The updated subscription", schema: subscription } },
      handle: async ({ params, body }) => versioned(await subscriptions.reject(params.id, body?.runId)),
    }),
  ];
}

function hostKeyRoutes(subscriptions: Subscriptions): Route[] {
  const path = "/subscriptions/{id}/host-key";
  return [
    route("get", path, {
      access: "subscriptions:read",
      summary: "Lists the known host keys of the server of a subscription",
      results: { 200: { description: "The keys", schema: hostKeys } },
      handle: async ({ params }) => ({ body: await subscriptions.hostKeys(params.id) }),
    }),
    route("post", `${path}/forget`, {
      access: "subscriptions:write",
      summary: "Forgets the known host keys; the next pull stores the key it receives",
      results: { 204: { description: "Forgotten" } },
      handle: ({ params, caller }) => subscriptions.forgetHostKeys(params.id, isAdministrator(caller)),
    }),
  ];
}
