import type { Route } from "../../http/route.ts";
import type { JsonSchema } from "./json_schemas.ts";

const problem = { $ref: "#/components/responses/Problem" };

/** Returns the errors that follow from a route's requirements; its handler may have more. */
export function refusals(route: Route): JsonSchema {
  const { access, params, query, body, upload, stepUp, results } = route;
  const statuses = [
    ...(body ? [400, 413, 415, 422] : []),
    ...(upload ? [400, 413] : []),
    // A route that accepts any bytes rejects no media type.
    ...(upload && !upload.includes("application/octet-stream") ? [415] : []),
    ...(query ? [422] : []),
    ...(access === "public" ? [] : [401]),
    // Changes from other sites are rejected too.
    ...((access !== "public" && access !== "known") || stepUp || route.method !== "get" ? [403] : []),
    ...(params ? [404] : []),
    ...(route.method === "patch" ? [412] : []),
  ];
  const notified = statuses.filter((status) => !(status in results));
  return Object.fromEntries(notified.map((status) => [status, problem]));
}
