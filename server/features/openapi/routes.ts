import { type Route, route } from "../../http/route.ts";

/** Adds the route of `/api/openapi.json`, which describes the routes given and itself. */
export function openApiRoutes(
  described: readonly Route[],
  about: { basePath: string; version: string },
): Route[] {
  const routes: Route[] = [];
  routes.push(route({
    method: "get",
    path: "/openapi.json",
    access: "system:read",
    summary: "Describes the API in OpenAPI 3.1",
    answers: { 200: { description: "The document", contentType: "application/json" } },
    handle: async () => {
      // Only when asked for: nobody else needs it in memory.
      const { openApiDocument } = await import("./document.ts");
      return { status: 200, body: openApiDocument({ ...about, routes: [...described, ...routes] }) };
    },
  }));
  return routes;
}
