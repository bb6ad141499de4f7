import { reachOf, type Route, route, versioned } from "../../http/route.ts";
import { listOf } from "../../contract/shapes.ts";
import {
  maxViews,
  type View,
  view,
  viewCount,
  viewCountBody,
  viewInput,
  viewOrderBody,
  viewPatch,
} from "../../contract/views.ts";
import type { Views } from "./service.ts";

export function viewRoutes(views: Views): Route[] {
  return [
    route("get", "/views", {
      access: "views:read",
      byLabels: true,
      summary: "Lists all views in their order; none where the role holds for some labels only",
      results: { 200: { description: "All views on one page", schema: listOf(view) } },
      handle: async ({ caller }) => all(reachOf(caller) === null ? await views.list() : []),
    }),
    route("post", "/views", {
      access: "views:write",
      summary: "Creates a view at the end of the list",
      body: viewInput,
      results: { 201: { description: "The view", schema: view } },
      handle: async ({ body }) => versioned(await views.create(body), 201),
    }),
    route("post", "/views/count", {
      access: "tasks:read",
      audit: false,
      summary: "Counts the tasks that match conditions; nothing is changed",
      body: viewCountBody,
      results: { 200: { description: "The count", schema: viewCount } },
      handle: async ({ body }) => ({ body: { total: await views.count(body) } }),
    }),
    route("put", "/views/order", {
      access: "views:write",
      summary: "Sets the order of all views",
      body: viewOrderBody,
      results: { 200: { description: "All views in their new order", schema: listOf(view) } },
      handle: async ({ body }) => all(await views.order(body.ids)),
    }),
    route("get", "/views/{id}", {
      access: "views:read",
      summary: "Returns one view",
      results: { 200: { description: "The view", schema: view } },
      handle: async ({ params }) => versioned(await views.get(params.id)),
    }),
    route("patch", "/views/{id}", {
      access: "views:write",
      summary: "Updates fields of a view",
      body: viewPatch,
      results: { 200: { description: "The updated view", schema: view } },
      handle: async ({ params, body, ifMatch }) => versioned(await views.update(params.id, body, ifMatch)),
    }),
    route("delete", "/views/{id}", {
      access: "views:write",
      summary: "Deletes a view; its tasks are kept",
      results: { 204: { description: "Deleted" } },
      handle: ({ params }) => views.remove(params.id),
    }),
  ];
}

function all(items: View[]) {
  return { body: { items, total: items.length, page: 1, pageSize: maxViews } };
}
