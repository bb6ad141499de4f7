import {
  type Heartbeat,
  heartbeat,
  heartbeatInput,
  heartbeatListQuery,
  heartbeatPatch,
  ping,
  pingListQuery,
} from "../../contract/heartbeats.ts";
import { type PulseState, pulseState } from "../../contract/pulse.ts";
import { type List, listOf } from "../../contract/shapes.ts";
import { type Caller, hasScope, type PerCaller, type Route, route, versioned } from "../../http/route.ts";
import type { Heartbeats } from "./service.ts";

export function heartbeatRoutes(
  { heartbeats, readPulse }: { heartbeats: PerCaller<Heartbeats>; readPulse: () => Promise<PulseState> },
): Route[] {
  const results = { 200: { description: "The heartbeat", schema: heartbeat } };
  return [
    route("get", "/heartbeats", {
      access: "heartbeats:read",
      byLabels: true,
      summary: "Lists heartbeats with their addresses",
      query: heartbeatListQuery,
      results: { 200: { description: "One page of heartbeats", schema: listOf(heartbeat) } },
      handle: async ({ caller, query }) => ({ body: mapItems(await heartbeats(caller).list(query), caller) }),
    }),
    route("post", "/heartbeats", {
      access: "heartbeats:write",
      byLabels: true,
      summary: "Creates a heartbeat, which waits for pings of work done elsewhere",
      body: heartbeatInput,
      results: { 201: { description: "The heartbeat", schema: heartbeat } },
      handle: async ({ caller, body }) => versioned(await heartbeats(caller).create(body), 201),
    }),
    route("get", "/system/pulse", {
      access: "system:read",
      summary: "Returns what became of the requests to the address in the setting `pulseUrl`",
      results: { 200: { description: "The last success and failure", schema: pulseState } },
      handle: async () => ({ body: await readPulse() }),
    }),
    route("get", "/heartbeats/{id}", {
      access: "heartbeats:read",
      byLabels: true,
      summary: "Returns one heartbeat",
      results,
      handle: async ({ caller, params }) =>
        versioned(forCaller(await heartbeats(caller).get(params.id), caller)),
    }),
    route("patch", "/heartbeats/{id}", {
      access: "heartbeats:write",
      byLabels: true,
      summary: "Updates fields of a heartbeat; a new schedule or period applies from now on",
      body: heartbeatPatch,
      results: { 200: { description: "The updated heartbeat", schema: heartbeat } },
      handle: async ({ caller, params, body, ifMatch }) =>
        versioned(await heartbeats(caller).update(params.id, body, ifMatch)),
    }),
    route("delete", "/heartbeats/{id}", {
      access: "heartbeats:write",
      byLabels: true,
      whileReadOnly: "allowed",
      summary: "Deletes a heartbeat with its pings; its address no longer works",
      results: { 204: { description: "Deleted" } },
      handle: async ({ caller, params }) => ({
        status: 204,
        object: await heartbeats(caller).remove(params.id),
      }),
    }),
    ...([
      ["pause", "Stops waiting for pings; those that come are only recorded"],
      ["resume", "Waits for pings again, from now on"],
    ] as const).map(([action, summary]) =>
      route("post", `/heartbeats/{id}/${action}`, {
        access: "heartbeats:write",
        byLabels: true,
        summary,
        results,
        handle: async ({ caller, params }) => versioned(await heartbeats(caller)[action](params.id)),
      })
    ),
    route("post", "/heartbeats/{id}/key", {
      access: "heartbeats:write",
      byLabels: true,
      summary: "Replaces the key of a heartbeat; the old address no longer works",
      results,
      handle: async ({ caller, params }) => versioned(await heartbeats(caller).replaceKey(params.id)),
    }),
    route("get", "/heartbeats/{id}/pings", {
      access: "heartbeats:read",
      byLabels: true,
      summary: "Lists the newest pings of a heartbeat, newest first",
      query: pingListQuery,
      results: { 200: { description: "One page of pings", schema: listOf(ping) } },
      handle: async ({ caller, params, query }) => ({
        body: await heartbeats(caller).pings(params.id, query),
      }),
    }),
  ];
}

function mapItems(list: List<Heartbeat>, caller: Caller): List<Heartbeat> {
  return { ...list, items: list.items.map((one) => forCaller(one, caller)) };
}

// Whoever has the address can ping; people who only read do not get it.
function forCaller(one: Heartbeat, caller: Caller): Heartbeat {
  const isHidden = caller.kind === "person" && !hasScope(caller, "heartbeats:write");
  return isHidden ? { ...one, key: "", path: "" } : one;
}
