import * as z from "zod";
import { scopeTable as scopeTableSchema } from "../../contract/applications.ts";
import { type Route, route } from "../../http/route.ts";
import { scopeTable } from "./scope_table.ts";

/**
 * Adds the routes that describe the given routes and themselves: the document, its page and the table of
 * scopes.
 */
export function openApiRoutes(
  described: readonly Route[],
  about: { basePath: string; version: string; publicUrl: URL | null },
): Route[] {
  const openapiRoutes: Route[] = [];
  const all = () => [...described, ...openapiRoutes];
  openapiRoutes.push(
    route("get", "/openapi.json", {
      access: "system:read",
      summary: "Returns the OpenAPI 3.1 document",
      results: { 200: { description: "The document", contentType: "application/json" } },
      handle: async ({ request }) => {
        // Loaded on demand, to save memory.
        const { openApiDocument } = await import("./document.ts");
        const origin = originOf(request, about.publicUrl);
        return { body: openApiDocument({ ...about, routes: all(), origin }) };
      },
    }),
    route("get", "/docs", {
      access: "system:read",
      summary: "Returns the API documentation as a page that works offline",
      // Like every page of the panel, it takes the language from the URL.
      query: z.strictObject({ lang: z.string().max(35).optional() }),
      results: { 200: { description: "The page", contentType: "text/html" } },
      handle: async ({ language: own, query: { lang }, nonce }) => {
        const { docsPage } = await import("./docs_page.ts");
        const short = lang?.slice(0, 2).toLowerCase();
        const language = short === "en" || short === "zh" ? short : own;
        const page = docsPage({ ...about, routes: all(), language, nonce });
        return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
      },
    }),
    route("get", "/applications/scopes", {
      access: "account",
      summary: "Lists the endpoints each application permission can access",
      results: { 200: { description: "The endpoints of each permission", schema: scopeTableSchema } },
      handle: () => ({ body: { items: scopeTable(all()) } }),
    }),
  );
  return openapiRoutes;
}

const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto"];

// Empty when only a proxy knows the scheme and host that clients use.
function originOf({ headers, url }: Request, publicUrl: URL | null): string {
  if (publicUrl) return publicUrl.origin;
  if (FORWARDED.some((name) => headers.has(name))) return "";
  return `http://${headers.get("host") ?? new URL(url).host}`;
}
