import {
  heartbeat,
  heartbeatInput,
  heartbeatListQuery,
  heartbeatPatch,
  ping,
  pingListQuery,
} from "../../contract/heartbeats.ts";
import { type PulseState, pulseState } from "../../contract/pulse.ts";
import { listOf } from "../../contract/shapes.ts";
import { type Route, route, versioned } from "../../http/route.ts";
import type { Heartbeats } from "./service.ts";

export function heartbeatRoutes(
  { heartbeats, readPulse }: { heartbeats: Heartbeats; readPulse: () => Promise<PulseState> },
): Route[] {
  const results = { 200: { description: "The heartbeat", schema: heartbeat } };
  return [
    route("get", "/heartbeats", {
      access: "heartbeats:read",
      summary: "Lists heartbeats with their addresses",
      query: heartbeatListQuery,
      results: { 200: { description: "One page of heartbeats", schema: listOf(heartbeat) } },
      handle: async ({ query }) => ({ body: await heartbeats.list(query) }),
    }),
    route("post", "/heartbeats", {
      access: "heartbeats:write",
      summary: "Creates a heartbeat, which waits for pings of work done elsewhere",
      body: heartbeatInput,
      results: { 201: { description: "The heartbeat", schema: heartbeat } },
      handle: async ({ body }) => versioned(await heartbeats.create(body), 201),
    }),
    route("get", "/system/pulse", {
      access: "system:read",
      summary: "Returns what became of the requests to the address in the setting `pulseUrl`",
      results: { 200: { description: "The last success and failure", schema: pulseState } },
      handle: async () => ({ body: await readPulse() }),
    }),
    route("get", "/heartbeats/{id}", {
      access: "heartbeats:read",
      summary: "Returns one heartbeat",
      results,
      handle: async ({ params }) => versioned(await heartbeats.get(params.id)),
    }),
    route("patch", "/heartbeats/{id}", {
      access: "heartbeats:write",
      summary: "Updates fields of a heartbeat; a new schedule or period applies from now on",
      body: heartbeatPatch,
      results: { 200: { description: "The updated heartbeat", schema: heartbeat } },
      handle: async ({ params, body, ifMatch }) =>
        versioned(await heartbeats.update(params.id, body, ifMatch)),
    }),
    route("delete", "/heartbeats/{id}", {
      access: "heartbeats:write",
      whileReadOnly: "allowed",
      summary: "Deletes a heartbeat with its pings; its address no longer works",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: await heartbeats.remove(params.id) }),
    }),
    ...([
      ["pause", "Stops waiting for pings; those that come are only recorded"],
      ["resume", "Waits for pings again, from now on"],
    ] as const).map(([action, summary]) =>
      route("post", `/heartbeats/{id}/${action}`, {
        access: "heartbeats:write",
        summary,
        results,
        handle: async ({ params }) => versioned(await heartbeats[action](params.id)),
      })
    ),
    route("post", "/heartbeats/{id}/key", {
      access: "heartbeats:write",
      summary: "Replaces the key of a heartbeat; the old address no longer works",
      results,
      handle: async ({ params }) => versioned(await heartbeats.replaceKey(params.id)),
    }),
    route("get", "/heartbeats/{id}/pings", {
      access: "heartbeats:read",
      summary: "Lists the newest pings of a heartbeat, newest first",
      query: pingListQuery,
      results: { 200: { description: "One page of pings", schema: listOf(ping) } },
      handle: async ({ params, query }) => ({ body: await heartbeats.pings(params.id, query) }),
    }),
  ];
}
