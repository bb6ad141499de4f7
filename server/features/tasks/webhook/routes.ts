import {
  deliveryParams,
  hookResult,
  newWebhook,
  webhook,
  webhookDeliveryList,
  webhookDeliveryQuery,
  webhookInput,
  webhookPatch,
} from "../../../contract/webhooks.ts";
import { type PerCaller, type Route, route, type RouteInput } from "../../../http/route.ts";
import type { Webhooks } from "./service.ts";

export interface WebhookRouteOptions {
  publicUrl: URL | null;
  /** Where the panel listens: what a client of the socket in the data folder does not know. */
  listensAt: string;
}

/** Returns the routes of the webhook of a task. Deliveries themselves go to `/hook/{key}`. */
export function webhookRoutes(
  webhooks: PerCaller<Webhooks>,
  { publicUrl, listensAt }: WebhookRouteOptions,
): Route[] {
  const originOf = ({ request, peer }: Pick<RouteInput<unknown, unknown, unknown>, "request" | "peer">) =>
    publicUrl?.origin ?? (peer === null ? listensAt : new URL(request.url).origin);
  return [
    route("get", "/tasks/{id}/webhook", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns the webhook of a task, without its secret; 404 without one",
      results: { 200: { description: "The webhook", schema: webhook } },
      handle: async ({ caller, params, request, peer }) => ({
        body: await webhooks(caller).get(params.id, originOf({ request, peer })),
      }),
    }),
    route("put", "/tasks/{id}/webhook", {
      access: "tasks:write",
      byLabels: true,
      summary: "Makes the webhook of a task, or gives it a new secret; its address stays",
      body: webhookInput,
      results: {
        200: { description: "The webhook with its secret, which is returned only now", schema: newWebhook },
      },
      handle: async ({ caller, params, body, request, peer }) => ({
        body: await webhooks(caller).make(params.id, body, originOf({ request, peer })),
        object: `#${params.id}`,
      }),
    }),
    route("patch", "/tasks/{id}/webhook", {
      access: "tasks:write",
      byLabels: true,
      summary: "Changes signature or parameters of a webhook; its address and its secret stay",
      body: webhookPatch,
      results: { 200: { description: "The webhook", schema: webhook } },
      handle: async ({ caller, params, body, request, peer }) => ({
        body: await webhooks(caller).change(params.id, body, originOf({ request, peer })),
        object: `#${params.id}`,
      }),
    }),
    route("delete", "/tasks/{id}/webhook", {
      access: "tasks:write",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Removes the webhook of a task with its deliveries; its address no longer works",
      results: { 204: { description: "Removed" } },
      handle: async ({ caller, params }) => {
        await webhooks(caller).remove(params.id);
        return { status: 204, object: `#${params.id}` };
      },
    }),
    route("get", "/tasks/{id}/webhook/deliveries", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists what came to the webhook of a task, newest first, and why it was refused",
      query: webhookDeliveryQuery,
      results: { 200: { description: "One page of deliveries", schema: webhookDeliveryList } },
      handle: async ({ caller, params, query, language }) => ({
        body: await webhooks(caller).deliveries(params.id, query, language),
      }),
    }),
    route("post", "/tasks/{id}/webhook/deliveries/{delivery}/resend", {
      access: "tasks:run",
      byLabels: true,
      summary: "Runs the task with a stored delivery again, with webhook and task as they are now",
      params: deliveryParams,
      results: { 202: { description: "The run that was queued", schema: hookResult } },
      handle: async ({ caller, params }) => ({
        status: 202,
        body: { runId: await webhooks(caller).resend(params.id, params.delivery) },
        object: `#${params.id}`,
      }),
    }),
  ];
}
