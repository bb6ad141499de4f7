import { statusPageTexts } from "../../contract/messages/status_page_texts.ts";
import { statusPage, statusPageInput, statusPages, statusToken } from "../../contract/status_pages.ts";
import { type Route, route } from "../../http/route.ts";
import { renderBadge } from "./badge.ts";
import { renderStatusPage } from "./public_page.ts";
import type { StatusPages } from "./service.ts";

// A page that is asked for again before its status is.
const cached = {
  "cache-control": "public, max-age=10",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
};

/** Returns the routes of `/api/status-pages` for users, and of `/api/status` for everybody with an address. */
export function statusPageRoutes(
  pages: StatusPages,
  { basePath, zone, title }: { basePath: string; zone(): string; title(): string },
): Route[] {
  return [
    route("get", "/status-pages", {
      access: "administrator",
      summary: "Lists the status pages with their secret addresses",
      results: { 200: { description: "All pages", schema: statusPages } },
      handle: async () => ({ body: { items: await pages.list() } }),
    }),
    route("post", "/status-pages", {
      access: "administrator",
      summary:
        "Creates the status page of a label: whoever has its address sees the names and states of its tasks",
      body: statusPageInput,
      results: { 201: { description: "The page", schema: statusPage } },
      handle: async ({ body }) => ({
        status: 201,
        body: await pages.create(body.label),
        object: body.label,
      }),
    }),
    route("delete", "/status-pages/{id}", {
      access: "administrator",
      whileReadOnly: "allowed",
      summary: "Deletes a status page; its address no longer works",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: await pages.remove(params.id) }),
    }),
    route("get", "/status/{token}", {
      access: "public",
      summary: "Returns a status page by its secret address",
      params: statusToken,
      results: { 200: { description: "The page", contentType: "text/html" } },
      handle: async ({ params, language, nonce }) => {
        const status = await pages.show(params.token);
        const page = renderStatusPage(status, { language, nonce, basePath, zone: zone(), title: title() });
        const headers = { ...cached, "content-type": "text/html; charset=utf-8" };
        return new Response(page, { status: status ? 200 : 404, headers });
      },
    }),
    route("get", "/status/{token}/badge.svg", {
      access: "public",
      summary: "Returns the badge of a status page, for an image on another site",
      params: statusToken,
      results: { 200: { description: "The image", contentType: "image/svg+xml" } },
      handle: async ({ params, language }) => {
        const status = await pages.show(params.token);
        const texts = statusPageTexts[language];
        const headers = {
          ...cached,
          "content-type": "image/svg+xml",
          "cross-origin-resource-policy": "cross-origin",
        };
        return new Response(renderBadge(status, texts), { status: status ? 200 : 404, headers });
      },
    }),
  ];
}
