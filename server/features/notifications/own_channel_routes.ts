import * as z from "zod";
import {
  deliveriesQuery,
  delivery,
  foreignChannel,
  ownChannel,
  ownChannelInput,
  ownChannelPatch,
  ownChannels,
  testBody,
  testResult,
} from "../../contract/notifications.ts";
import { listOf } from "../../contract/shapes.ts";
import type { Requester } from "../../contract/scopes.ts";
import { AppError } from "../../contract/app_error.ts";
import {
  type Caller,
  hasScope,
  isAdministrator,
  type Person,
  type Route,
  route,
  versioned,
} from "../../http/route.ts";
import type { Deliveries } from "./delivery_service.ts";
import { inLanguage } from "./notification_messages.ts";
import type { OwnChannels } from "./own_channels.ts";

const access = "account";

/** Returns the routes of an account's channels, and those with which administrators see that they exist. */
export function ownChannelRoutes(own: OwnChannels, deliveries: Deliveries): Route[] {
  return [
    ...channelRoutes(own),
    ...testRoutes(own),
    ...deliveryRoutes(deliveries),
    ...foreignRoutes(own),
  ];
}

// Names stay out of the audit log, which others read: its entries say only of which type a channel is.
function channelRoutes(own: OwnChannels): Route[] {
  const results = { 200: { description: "The channel", schema: ownChannel } };
  return [
    route("get", "/account/channels", {
      access,
      summary: "Lists the channels of the account, which nobody else sees; secrets are never returned",
      results: { 200: { description: "The channels", schema: ownChannels } },
      handle: async ({ caller, language }) => {
        const { items, ...more } = await own.list(holderOf(caller));
        return {
          body: {
            items: items.map(({ lastDelivery, ...one }) => ({
              ...one,
              lastDelivery: lastDelivery && inLanguage(lastDelivery, language),
            })),
            ...more,
          },
        };
      },
    }),
    route("post", "/account/channels", {
      access,
      summary:
        "Adds a channel to the account; it receives events about tasks and heartbeats of the account's role",
      body: ownChannelInput,
      results: { 201: { description: "The channel", schema: ownChannel } },
      handle: async ({ body, caller, language }) => {
        const channel = await own.create(holderOf(caller), body, { language, ...askingOf(caller) });
        return { ...versioned(channel, 201), object: channel.type };
      },
    }),
    route("get", "/account/channels/{id}", {
      access,
      summary: "Returns a channel of the account",
      results,
      handle: async ({ params, caller }) => versioned(await own.get(holderOf(caller), params.id)),
    }),
    route("patch", "/account/channels/{id}", {
      access,
      summary: "Updates a channel; `fields` is replaced as a whole, and omitted secrets are kept",
      body: ownChannelPatch,
      results,
      handle: async ({ params: { id }, body, ifMatch, caller, language }) => {
        const { accountId } = holderOf(caller);
        const asking = { ifMatch, language, ...askingOf(caller) };
        const channel = await own.update({ accountId, id }, body, asking);
        return { ...versioned(channel), object: channel.type };
      },
    }),
    route("delete", "/account/channels/{id}", {
      access,
      summary: "Deletes a channel; its pending messages are dropped, and it can be restored for ten minutes",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params, caller }) => ({
        status: 204,
        object: (await own.remove(holderOf(caller), params.id)).type,
      }),
    }),
    route("post", "/account/channels/{id}/restore", {
      access,
      summary: "Restores a channel deleted in the last ten minutes, with its secrets",
      results,
      handle: async ({ params, caller }) => {
        const restored = await own.restore(holderOf(caller), params.id);
        return { ...versioned(restored), object: restored.type };
      },
    }),
  ];
}

function testRoutes(own: OwnChannels): Route[] {
  const results = {
    200: { description: "Whether it was sent, and the response of the service", schema: testResult },
  };
  return [
    route("post", "/account/channels/{id}/test", {
      access,
      summary: "Sends a test message through a channel of the account",
      results,
      handle: async ({ params: { id }, caller, language }) => {
        const holder = holderOf(caller);
        const { type: object } = await own.get(holder, id);
        const { name: _, ...body } = await own.tester(holder).send(id, { language, ...askingOf(caller) });
        return { body, object };
      },
    }),
    route("post", "/account/channels/test", {
      access,
      summary: "Sends a test message with unsaved values; omitted secrets are taken from the channel `id`",
      body: testBody,
      results,
      handle: async ({ body, caller, language }) => ({
        object: body.type,
        body: await own.tester(holderOf(caller)).testDraft(body, { language, ...askingOf(caller) }),
      }),
    }),
  ];
}

function deliveryRoutes(deliveries: Deliveries): Route[] {
  const of = (caller: Caller) => deliveries.of(holderOf(caller).accountId);
  const reading = (caller: Caller) => ({ readsLogs: hasScope(caller, "logs:read") });
  return [
    route("get", "/account/deliveries", {
      access,
      summary: "Lists messages sent and pending to the channels of the account, newest first",
      query: deliveriesQuery,
      results: { 200: { description: "One page of messages", schema: listOf(delivery) } },
      handle: async ({ query, caller, language }) => {
        const { items, ...page } = await of(caller).list(query, reading(caller));
        return { body: { items: items.map((one) => inLanguage(one, language)), ...page } };
      },
    }),
    route("get", "/account/deliveries/{id}", {
      access,
      summary: "Returns a message to a channel of the account",
      results: { 200: { description: "The message", schema: delivery } },
      handle: async ({ params, caller, language }) => ({
        body: inLanguage(await of(caller).get(params.id, reading(caller)), language),
      }),
    }),
    route("post", "/account/deliveries/{id}/retry", {
      access,
      summary: "Sends a failed or dropped message again, if the role of the account still permits it",
      results: { 200: { description: "The updated message", schema: delivery } },
      handle: async ({ params, caller, language }) => {
        const { requester } = askingOf(caller);
        const again = await of(caller).retry(params.id, { ...reading(caller), requester });
        return { body: inLanguage(again, language) };
      },
    }),
  ];
}

function foreignRoutes(own: OwnChannels): Route[] {
  return [
    route("get", "/accounts/channels", {
      access: "administrator",
      summary: "Lists which channels accounts have, without their names, addresses and messages",
      results: {
        200: { description: "The channels", schema: z.object({ items: z.array(foreignChannel) }) },
      },
      handle: async () => ({ body: { items: await own.listForeign() } }),
    }),
    route("delete", "/accounts/channels/{id}", {
      access: "administrator",
      whileReadOnly: "allowed",
      summary: "Deletes a channel of an account for good; its pending messages are dropped",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: await own.removeForeign(params.id) }),
    }),
  ];
}

function holderOf(caller: Caller): Person {
  if (caller.kind === "person") return caller;
  // The guard admits people, and the command line, which has no account.
  throw new AppError("person_required");
}

// Who is no administrator may not run commands on this machine, and reaches no more networks than an application.
function askingOf(caller: Caller): { requester: Requester; isOwn: boolean } {
  const isOwn = !isAdministrator(caller);
  return { requester: isOwn ? "application" : "person", isOwn };
}
