import { type Health, health } from "../../contract/health.ts";
import { type Route, route } from "../../http/route.ts";

export interface HealthSources {
  version: string;
  status(): Health["status"];
  /** How each part of the panel is, for those who are logged in. */
  parts(): Promise<NonNullable<Health["parts"]>>;
  counts(): Promise<NonNullable<Health["counts"]>>;
}

/** Lists the route of `/api/health`. */
export function healthRoutes(sources: HealthSources): Route[] {
  return [route({
    method: "get",
    path: "/health",
    access: "public",
    summary: "Tells whether the panel can serve; parts and counts only to those who are logged in",
    answers: {
      200: { description: "It can serve", schema: health },
      503: { description: "It is starting", schema: health },
    },
    handle: async ({ caller }) => {
      const status = sources.status();
      const short = { status, version: sources.version };
      const more = caller.kind === "nobody" ? {} : {
        parts: await sources.parts(),
        counts: await sources.counts(),
      };
      return { status: status === "starting" ? 503 : 200, body: { ...short, ...more } };
    },
  })];
}
