import { queueState } from "../../contract/queue.ts";
import { type PerCaller, type Route, route } from "../../http/route.ts";
import type { QueueView } from "./service.ts";

/** Returns the route of `/api/queue`. Stopping a queued run takes it out of the queue. */
export function queueRoutes(queue: PerCaller<QueueView>): Route[] {
  return [route("get", "/queue", {
    access: "tasks:read",
    byLabels: true,
    summary: "Returns running and queued runs, with the reason why each queued run waits",
    results: { 200: { description: "The current queue", schema: queueState } },
    handle: async ({ caller }) => ({ body: await queue(caller).state() }),
  })];
}
