import * as z from "zod";
import {
  channel,
  channelInput,
  channelPatch,
  channelTypeEntry,
  deliveriesQuery,
  delivery,
  rulesBody,
  rulesResult,
  sendBody,
  sendResult,
  templateFields,
  testBody,
  testResult,
} from "../../contract/notifications.ts";
import { idParams, listOf } from "../../contract/shapes.ts";
import { requesterOf, type Route, route } from "../../http/route.ts";
import type { Channels } from "./channel_service.ts";
import type { Deliveries } from "./delivery_service.ts";
import type { Rules } from "./rule_service.ts";

export interface NotificationParts {
  channels: Channels;
  rules: Rules;
  deliveries: Deliveries;
}

/** Returns the routes of `/api/notifications`. */
export function notificationRoutes({ channels, rules, deliveries }: NotificationParts): Route[] {
  return [
    ...channelRoutes(channels),
    ...testRoutes(channels),
    ...ruleRoutes(rules),
    ...deliveryRoutes(deliveries),
  ];
}

function channelRoutes(channels: Channels): Route[] {
  return [
    route({
      method: "get",
      path: "/notifications/channel-types",
      access: "notifications:read",
      summary: "Lists the kinds of channels there are, and the fields of their forms",
      results: { 200: { description: "All kinds", schema: z.object({ items: z.array(channelTypeEntry) }) } },
      handle: () => ({ status: 200, body: { items: channels.types() } }),
    }),
    route({
      method: "get",
      path: "/notifications",
      access: "notifications:read",
      summary: "Lists the channels; secrets are never sent, only which of them are set",
      results: { 200: { description: "All channels", schema: z.object({ items: z.array(channel) }) } },
      handle: async () => ({ status: 200, body: { items: await channels.list() } }),
    }),
    route({
      method: "post",
      path: "/notifications",
      access: "notifications:write",
      summary: "Adds a channel; the first becomes the default, and a rule is made for it",
      body: channelInput,
      results: { 201: { description: "The channel", schema: channel } },
      handle: async ({ body, language, caller }) => {
        const made = await channels.create(body, { language, requester: requesterOf(caller) });
        return { status: 201, body: made, version: made.version };
      },
    }),
    route({
      method: "get",
      path: "/notifications/{id}",
      access: "notifications:read",
      summary: "Reads one channel",
      params: idParams,
      results: { 200: { description: "The channel", schema: channel } },
      handle: async ({ params }) => {
        const found = await channels.get(params.id);
        return { status: 200, body: found, version: found.version };
      },
    }),
    route({
      method: "patch",
      path: "/notifications/{id}",
      access: "notifications:write",
      summary: "Changes a channel; `fields` are replaced as a whole, secrets that are left out stay",
      params: idParams,
      body: channelPatch,
      results: { 200: { description: "The channel as it is now", schema: channel } },
      handle: async ({ params, body, ifMatch, language, caller }) => {
        const asking = { ifMatch, language, requester: requesterOf(caller) };
        const changed = await channels.update(params.id, body, asking);
        return { status: 200, body: changed, version: changed.version };
      },
    }),
    route({
      method: "delete",
      path: "/notifications/{id}",
      access: "notifications:write",
      summary: "Deletes a channel; what waits for it is dropped",
      params: idParams,
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: (await channels.remove(params.id)).name }),
    }),
  ];
}

function testRoutes(channels: Channels): Route[] {
  const results = {
    200: { description: "Whether it was sent, and what the service said", schema: testResult },
  };
  return [
    route({
      method: "post",
      path: "/notifications/{id}/test",
      access: "notifications:write",
      summary:
        "Sends a test by a channel; returns the status of the service and what it says in error fields",
      params: idParams,
      results,
      handle: async ({ params, language, caller }) => {
        const asking = { language, requester: requesterOf(caller) };
        const { name, ...body } = await channels.test(params.id, asking);
        return { status: 200, body, object: name };
      },
    }),
    route({
      method: "post",
      path: "/notifications/test",
      access: "notifications:write",
      summary: "Sends a test by values that are not saved; secrets left out are those of the channel `id`",
      body: testBody,
      results,
      handle: async ({ body, language, caller }) => ({
        ...{ status: 200, object: body.type },
        body: await channels.testDraft(body, { language, requester: requesterOf(caller) }),
      }),
    }),
  ];
}

function ruleRoutes(rules: Rules): Route[] {
  const results = { 200: { description: "All rules, in their order", schema: rulesResult } };
  const response = ({ rules, version }: Awaited<ReturnType<Rules["read"]>>) => ({
    status: 200,
    body: { rules, templateFields: [...templateFields], version },
    version,
  });
  return [
    route({
      method: "get",
      path: "/notifications/rules",
      access: "notifications:read",
      summary: "Lists the rules: what is told by which channels",
      results,
      handle: async () => response(await rules.read()),
    }),
    route({
      method: "put",
      path: "/notifications/rules",
      access: "notifications:write",
      summary: "Puts rules in place of all there are",
      body: rulesBody,
      results: { ...results, 412: { description: "The rules have changed since that version" } },
      handle: async ({ body, ifMatch }) => response(await rules.replace(body.rules, ifMatch)),
    }),
  ];
}

function deliveryRoutes(deliveries: Deliveries): Route[] {
  return [
    route({
      method: "get",
      path: "/notifications/deliveries",
      access: "notifications:read",
      summary: "Lists what was told and what will be, newest first",
      query: deliveriesQuery,
      results: { 200: { description: "One page of them", schema: listOf(delivery) } },
      handle: async ({ query }) => ({ status: 200, body: await deliveries.list(query) }),
    }),
    route({
      method: "post",
      path: "/notifications/deliveries/{id}/retry",
      access: "notifications:write",
      summary: "Sends once more what failed or was dropped",
      params: idParams,
      results: { 200: { description: "The delivery as it is now", schema: delivery } },
      handle: async ({ params, caller }) => ({
        status: 200,
        body: await deliveries.retry(params.id, requesterOf(caller)),
      }),
    }),
    route({
      method: "post",
      path: "/notifications/send",
      access: "notifications:write",
      summary: "Sends a message by channels, or by the default one",
      body: sendBody,
      results: { 202: { description: "What will be delivered", schema: sendResult } },
      handle: async ({ body, caller }) => ({
        status: 202,
        body: { deliveryIds: await deliveries.send(body, requesterOf(caller)) },
      }),
    }),
  ];
}
