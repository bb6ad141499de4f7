import { z } from "zod";
import { type Topic, topics } from "../../contract/events.ts";
import { type Route, route } from "../../http/route.ts";
import type { LiveStreams } from "./live_streams.ts";

const eventsQuery = z.strictObject({
  topics: z.string().max(200).transform((list) => list.split(","))
    .pipe(z.array(z.enum(topics))).optional()
    .meta({ description: "Topics wanted, separated by commas; all of them unless told" }),
});

/** Lists the route of `/api/events`. */
export function eventsRoutes(streams: LiveStreams): Route[] {
  return [route({
    method: "get",
    path: "/events",
    access: "account",
    summary: "Says, as it happens, what to look at again; `Last-Event-ID` resumes",
    query: eventsQuery,
    answers: {
      200: {
        description: "Events `{topic, type, id, version, at}`; an event `reset` says that some were missed",
        contentType: "text/event-stream",
      },
    },
    handle: async ({ caller, query, request }) => {
      if (caller.kind !== "person") throw new Error(`a ${caller.kind} reached a route for people`);
      const wanted = query.topics ? new Set<Topic>(query.topics) : null;
      const lastEventId = request.headers.get("last-event-id");
      const body = await streams.open({ sessionId: caller.sessionId, topics: wanted, lastEventId });
      // A proxy that buffers would hold the news back.
      const headers = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };
      return new Response(body, { headers });
    },
  })];
}
