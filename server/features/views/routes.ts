import { type PerCaller, type Route, route, versioned } from "../../http/route.ts";
import { listOf } from "../../contract/shapes.ts";
import {
  maxVisibleViews,
  type View,
  view,
  viewCount,
  viewCountBody,
  viewInput,
  viewOrderBody,
  viewPatch,
} from "../../contract/views.ts";
import type { Views } from "./service.ts";

export function viewRoutes(views: PerCaller<Views>): Route[] {
  return [
    route("get", "/views", {
      access: "views:read",
      byLabels: true,
      summary:
        "Lists the views of the caller and the shared ones in the caller's order; only own ones where the role holds for some labels",
      results: { 200: { description: "All views on one page", schema: listOf(view) } },
      handle: async ({ caller }) => all(await views(caller).list()),
    }),
    route("post", "/views", {
      access: "views:write",
      byLabels: true,
      summary: "Creates a view at the end of the list; to share it takes a role that can change all tasks",
      body: viewInput,
      results: { 201: { description: "The view", schema: view } },
      handle: async ({ caller, body }) => versioned(await views(caller).create(body), 201),
    }),
    route("post", "/views/count", {
      access: "tasks:read",
      byLabels: true,
      audit: false,
      summary: "Counts the tasks that match conditions; nothing is changed",
      body: viewCountBody,
      results: { 200: { description: "The count", schema: viewCount } },
      handle: async ({ caller, body }) => ({ body: { total: await views(caller).count(body) } }),
    }),
    route("put", "/views/order", {
      access: "views:write",
      byLabels: true,
      summary: "Sets the caller's order of all views that the caller sees",
      body: viewOrderBody,
      results: { 200: { description: "All views in their new order", schema: listOf(view) } },
      handle: async ({ caller, body }) => all(await views(caller).order(body.ids)),
    }),
    route("get", "/views/{id}", {
      access: "views:read",
      byLabels: true,
      summary: "Returns one view",
      results: { 200: { description: "The view", schema: view } },
      handle: async ({ caller, params }) => versioned(await views(caller).get(params.id)),
    }),
    route("patch", "/views/{id}", {
      access: "views:write",
      byLabels: true,
      summary: "Updates fields of a view; one that somebody else has shared, only administrators",
      body: viewPatch,
      results: { 200: { description: "The updated view", schema: view } },
      handle: async ({ caller, params, body, ifMatch }) =>
        versioned(await views(caller).update(params.id, body, ifMatch)),
    }),
    route("delete", "/views/{id}", {
      access: "views:write",
      byLabels: true,
      summary: "Deletes a view; its tasks are kept. One that somebody else has shared, only administrators",
      results: { 204: { description: "Deleted" } },
      handle: ({ caller, params }) => views(caller).remove(params.id),
    }),
  ];
}

function all(items: View[]) {
  return { body: { items, total: items.length, page: 1, pageSize: maxVisibleViews } };
}
