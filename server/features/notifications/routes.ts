import * as z from "zod";
import { templateFields } from "../../contract/notification_events.ts";
import {
  channel,
  channelInput,
  channelPatch,
  channelTypeEntry,
  deliveriesQuery,
  delivery,
  rulesBody,
  rulesResult,
  sendAsBody,
  sendAsResult,
  sendBody,
  sendResult,
  testBody,
  testResult,
} from "../../contract/notifications.ts";
import type { Requester } from "../../contract/scopes.ts";
import { listOf } from "../../contract/shapes.ts";
import { type Caller, hasScope, requesterOf, type Route, route, versioned } from "../../http/route.ts";
import type { Channels } from "./channel_service.ts";
import type { Deliveries } from "./delivery_service.ts";
import type { DirectMessages } from "./direct_messages.ts";
import { inLanguage } from "./notification_messages.ts";
import { ownChannelRoutes } from "./own_channel_routes.ts";
import type { OwnChannels } from "./own_channels.ts";
import type { Rules } from "./rule_service.ts";

export interface NotificationParts {
  channels: Channels;
  own: OwnChannels;
  rules: Rules;
  deliveries: Deliveries;
  direct: DirectMessages;
}

export function notificationRoutes({ channels, own, rules, deliveries, direct }: NotificationParts): Route[] {
  return [
    ...channelRoutes(channels),
    ...testRoutes(channels),
    ...ruleRoutes(rules),
    ...deliveryRoutes(deliveries),
    ...directRoutes(direct),
    ...ownChannelRoutes(own, deliveries),
  ];
}

function channelRoutes(channels: Channels): Route[] {
  return [
    route("get", "/notifications/channel-types", {
      access: "known",
      byLabels: true,
      summary: "Lists the channel types and their form fields",
      results: {
        200: { description: "All channel types", schema: z.object({ items: z.array(channelTypeEntry) }) },
      },
      handle: () => ({ body: { items: channels.types() } }),
    }),
    route("get", "/notifications", {
      access: "notifications:read",
      summary: "Lists the channels of the panel; secrets are never returned, only which of them are set",
      results: { 200: { description: "All channels", schema: z.object({ items: z.array(channel) }) } },
      handle: async ({ language }) => {
        const items = (await channels.list()).map(({ lastDelivery, ...one }) => ({
          ...one,
          lastDelivery: lastDelivery && inLanguage(lastDelivery, language),
        }));
        return { body: { items } };
      },
    }),
    route("post", "/notifications", {
      access: "notifications:write",
      summary: "Adds a channel; the first becomes the default and gets a default rule",
      body: channelInput,
      results: { 201: { description: "The channel", schema: channel } },
      handle: async ({ body, language, caller }) =>
        versioned(await channels.create(body, { language, ...askingOf(caller) }), 201),
    }),
    route("get", "/notifications/{id}", {
      access: "notifications:read",
      summary: "Returns one channel",
      results: { 200: { description: "The channel", schema: channel } },
      handle: async ({ params }) => versioned(await channels.get(params.id)),
    }),
    route("patch", "/notifications/{id}", {
      access: "notifications:write",
      summary: "Updates a channel; `fields` is replaced as a whole, and omitted secrets are kept",
      body: channelPatch,
      results: { 200: { description: "The updated channel", schema: channel } },
      handle: async ({ params, body, ifMatch, language, caller }) => {
        const asking = { ifMatch, language, ...askingOf(caller) };
        return versioned(await channels.update(params.id, body, asking));
      },
    }),
    route("delete", "/notifications/{id}", {
      access: "notifications:write",
      summary: "Deletes a channel; its pending messages are dropped, and it can be restored for ten minutes",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params, caller }) => ({
        status: 204,
        object: (await channels.remove(params.id, askingOf(caller))).name,
      }),
    }),
    route("post", "/notifications/{id}/restore", {
      access: "notifications:write",
      summary: "Restores a channel deleted in the last ten minutes, with its secrets and in its rules",
      results: { 200: { description: "The channel", schema: channel } },
      handle: async ({ params }) => {
        const restored = await channels.restore(params.id);
        return { ...versioned(restored), object: restored.name };
      },
    }),
  ];
}

function testRoutes(channels: Channels): Route[] {
  const results = {
    200: { description: "Whether it was sent, and the response of the service", schema: testResult },
  };
  return [
    route("post", "/notifications/{id}/test", {
      access: "notifications:write",
      summary:
        "Sends a test message through a channel; returns the status and error fields of the service's response",
      results,
      handle: async ({ params, language, caller }) => {
        const asking = { language, requester: requesterOf(caller) };
        const { name, ...body } = await channels.send(params.id, asking);
        return { body, object: name };
      },
    }),
    route("post", "/notifications/test", {
      access: "notifications:write",
      summary: "Sends a test message with unsaved values; omitted secrets are taken from the channel `id`",
      body: testBody,
      results,
      handle: async ({ body, language, caller }) => ({
        object: body.type,
        body: await channels.testDraft(body, { language, requester: requesterOf(caller) }),
      }),
    }),
  ];
}

function ruleRoutes(rules: Rules): Route[] {
  const results = { 200: { description: "All rules, in their order", schema: rulesResult } };
  const response = ({ rules, version }: Awaited<ReturnType<Rules["read"]>>) => ({
    body: { rules, templateFields: [...templateFields], version },
    version,
  });
  return [
    route("get", "/notifications/rules", {
      access: "notifications:read",
      summary: "Lists the rules: which events go to which channels",
      results,
      handle: async () => response(await rules.read()),
    }),
    route("put", "/notifications/rules", {
      access: "notifications:write",
      summary:
        "Replaces all rules; a new or changed rule whose messages contain log lines also needs `logs:read`",
      body: rulesBody,
      results: { ...results, 412: { description: "The rules have changed since that version" } },
      handle: async ({ body, ifMatch, caller }) =>
        response(await rules.replace(body, { ifMatch, ...askingOf(caller) })),
    }),
  ];
}

function deliveryRoutes(deliveries: Deliveries): Route[] {
  return [
    route("get", "/notifications/deliveries", {
      access: "notifications:read",
      summary:
        "Lists sent and pending messages, newest first; what they say about events also needs `logs:read`",
      query: deliveriesQuery,
      results: { 200: { description: "One page of messages", schema: listOf(delivery) } },
      handle: async ({ query, language, caller }) => {
        const { items, ...page } = await deliveries.list(query, askingOf(caller));
        return { body: { items: items.map((one) => inLanguage(one, language)), ...page } };
      },
    }),
    route("get", "/notifications/deliveries/{id}", {
      access: "notifications:read",
      summary: "Returns a message; what it says about events also needs `logs:read`",
      results: { 200: { description: "The message", schema: delivery } },
      handle: async ({ params, caller, language }) => ({
        body: inLanguage(await deliveries.get(params.id, askingOf(caller)), language),
      }),
    }),
    route("post", "/notifications/deliveries/{id}/retry", {
      access: "notifications:write",
      summary: "Sends a failed or dropped message again",
      results: { 200: { description: "The updated message", schema: delivery } },
      handle: async ({ params, caller, language }) => ({
        body: inLanguage(await deliveries.retry(params.id, askingOf(caller)), language),
      }),
    }),
    route("post", "/notifications/send", {
      access: "notifications:write",
      summary: "Sends a message through the given channels, or the default one",
      body: sendBody,
      results: { 202: { description: "The queued messages", schema: sendResult } },
      handle: async ({ body, caller }) => ({
        status: 202,
        body: { deliveryIds: await deliveries.send(body, senderOf(caller)) },
      }),
    }),
  ];
}

/** The longest content in UTF-8, and the values. */
const SEND_AS_BYTES = 4_000_000;

function directRoutes(direct: DirectMessages): Route[] {
  return [
    route("post", "/notifications/send-as", {
      access: "notifications:write",
      summary:
        "Sends a message through channels given with it, for scripts that bring their own; nothing is stored",
      bodyLimit: SEND_AS_BYTES,
      body: sendAsBody,
      results: { 200: { description: "One line for each channel", schema: sendAsResult } },
      handle: async ({ body, language, caller }) => {
        const sent = await direct.send(body, { language, requester: senderOf(caller) });
        const object = sent.results.flatMap(({ channel }) => channel ?? []).join(", ");
        return { body: sent, ...(object !== "" && { object }) };
      },
    }),
  ];
}

function askingOf(caller: Caller): { requester: Requester; readsLogs: boolean } {
  return { requester: requesterOf(caller), readsLogs: hasScope(caller, "logs:read") };
}

// A script runs on this machine anyway and reaches every network that the panel reaches.
function senderOf(caller: Caller): Requester {
  return caller.kind === "run" ? "person" : requesterOf(caller);
}
