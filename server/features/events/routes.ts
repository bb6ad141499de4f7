import * as z from "zod";
import { AppError } from "../../contract/app_error.ts";
import { type Topic, topics, topicScopes } from "../../contract/events.ts";
import {
  type Caller,
  hasScope,
  isAdministrator,
  type PerCaller,
  reachOf,
  type Route,
  route,
} from "../../http/route.ts";
import type { EventFilter, LiveStreams } from "./live_streams.ts";
import { holderOf } from "./stream_leases.ts";

const eventsQuery = z.strictObject({
  topics: z.string().max(200).transform((list) => list.split(","))
    .pipe(z.array(z.enum(topics))).optional()
    .meta({
      description: "Comma-separated topics. Defaults to all permitted topics.",
    }),
  lastEventId: z.string().max(20).optional().meta({
    description:
      "ID of the last received event, used if the header `Last-Event-ID` is not set; initially `lastEventId` of the session",
  }),
});

export interface EventsOptions {
  streams: LiveStreams;
  visible: PerCaller<VisibleObjects>;
}

type ObjectKind = "task" | "heartbeat";

/** What a caller may see. */
export interface VisibleObjects {
  has(kind: ObjectKind, id: number): Promise<boolean>;
  list(kind: ObjectKind): Promise<number[]>;
}

export function eventsRoutes({ streams, visible }: EventsOptions): Route[] {
  return [route("get", "/events", {
    access: "known",
    byLabels: true,
    summary: "Streams events about changed resources; the header `Last-Event-ID` resumes a stream",
    query: eventsQuery,
    results: {
      200: {
        description:
          "Events of the form `{topic, type, id, version, at}`. An event `reset` reports that some were missed. " +
          "A session also receives an event `build` with the current build of the page, `{build}`.",
        contentType: "text/event-stream",
      },
    },
    handle: async ({ caller, query, request }) => {
      const lastEventId = request.headers.get("last-event-id") ?? query.lastEventId ?? null;
      const wanted = topicsFor(caller, query.topics);
      const body = await streams.open({
        ...{ holder: holderOf(caller), topics: wanted, lastEventId },
        filter: reachOf(caller) === null ? null : visibleEvents(visible(caller)),
      });
      // A buffering proxy would delay the events.
      const headers = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };
      return new Response(body, { headers });
    },
  })];
}

// Returns the topics of a stream; null for all. Throws for a topic that the caller may not receive.
function topicsFor(caller: Caller, asked: readonly Topic[] | undefined): ReadonlySet<Topic> | null {
  if (isAdministrator(caller)) return asked ? new Set(asked) : null;
  const rejected = asked?.find((topic) => !mayReceive(caller, topic));
  if (rejected) {
    throw caller.kind === "person"
      ? new AppError("permission_missing")
      : new AppError("scope_missing", { scope: topicScopes[rejected] });
  }
  return new Set((asked ?? topics).filter((topic) => mayReceive(caller, topic)));
}

/** Topics about what has no labels, whose events name no task. */
const common: readonly Topic[] = ["session", "windows", "calendars", "views"];

// What is no longer visible is announced once more, so that the client forgets it.
function visibleEvents(visible: VisibleObjects): EventFilter {
  const keyOf = (kind: ObjectKind) => (id: number) => `${kind} ${id}`;
  const atFirst = Promise.all(
    (["task", "heartbeat"] as const).map(async (kind) => (await visible.list(kind)).map(keyOf(kind))),
  ).then((keys) => new Set(keys.flat()));
  // Whoever asks first gets the error.
  atFirst.catch(() => {});
  return async ({ topic, type, id, taskId }) => {
    if (common.includes(topic) || type === "heartbeat:pinged" && id === 0) return true;
    const kind = topic === "heartbeats" ? "heartbeat" : "task";
    const object = topic === "runs" ? taskId ?? 0 : topic === "tasks" || kind === "heartbeat" ? id : 0;
    if (object === 0) return false;
    const [key, known] = [keyOf(kind)(object), await atFirst];
    if (!await visible.has(kind, object)) return known.delete(key);
    known.add(key);
    return true;
  };
}

function mayReceive(caller: Caller, topic: Topic): boolean {
  const access = topicScopes[topic];
  if (access === "account") return caller.kind === "person";
  return access !== "administrator" && hasScope(caller, access);
}
