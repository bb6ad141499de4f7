import { listOf } from "../../contract/shapes.ts";
import {
  maintenanceWindow,
  maxWindows,
  windowInput,
  windowPatch,
  windowSpans,
  windowSpansQuery,
} from "../../contract/windows.ts";
import { type Caller, type Route, route, versioned } from "../../http/route.ts";
import type { Windows } from "./service.ts";

export interface WindowRouteParts {
  windows: Windows;
  /** Returns the name of a user or an application. */
  nameOf(caller: Caller): Promise<string | null>;
}

/** Returns the routes of the maintenance windows. */
export function windowRoutes({ windows, nameOf }: WindowRouteParts): Route[] {
  return [
    route("get", "/windows", {
      access: "tasks:read",
      summary: "Lists all maintenance windows: open ones first, then by when they open next",
      results: { 200: { description: "All windows on one page", schema: listOf(maintenanceWindow) } },
      handle: async () => {
        const items = await windows.list();
        return { body: { items, total: items.length, page: 1, pageSize: maxWindows } };
      },
    }),
    route("post", "/windows", {
      access: "tasks:write",
      summary: "Creates a maintenance window; one that has begun opens at once",
      body: windowInput,
      results: { 201: { description: "The window", schema: maintenanceWindow } },
      handle: async ({ body, caller }) => {
        const created = await windows.create(body, await nameOf(caller));
        return { ...versioned(created, 201), object: created.name };
      },
    }),
    route("get", "/windows/spans", {
      access: "tasks:read",
      summary: "Lists when maintenance windows are open in a period of at most 62 days, past and coming",
      query: windowSpansQuery,
      results: { 200: { description: "The times, by their start", schema: windowSpans } },
      handle: ({ query }) => ({ body: windows.spans(query) }),
    }),
    route("get", "/windows/{id}", {
      access: "tasks:read",
      summary: "Returns one maintenance window",
      results: { 200: { description: "The window", schema: maintenanceWindow } },
      handle: async ({ params }) => versioned(await windows.get(params.id)),
    }),
    route("patch", "/windows/{id}", {
      access: "tasks:write",
      summary: "Updates fields of a maintenance window; what it has decided stays",
      body: windowPatch,
      results: { 200: { description: "The updated window", schema: maintenanceWindow } },
      handle: async ({ params, body, ifMatch }) => {
        const updated = await windows.update(params.id, body, ifMatch);
        return { ...versioned(updated), object: updated.name };
      },
    }),
    route("delete", "/windows/{id}", {
      access: "tasks:write",
      summary: "Deletes a maintenance window; runs that it holds start",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: await windows.remove(params.id) }),
    }),
    route("post", "/windows/{id}/end", {
      access: "tasks:write",
      summary: "Ends a maintenance window that is open; one with a schedule opens again at its next time",
      results: { 200: { description: "The window", schema: maintenanceWindow } },
      handle: async ({ params }) => {
        const ended = await windows.end(params.id);
        return { body: ended, object: ended.name };
      },
    }),
  ];
}
