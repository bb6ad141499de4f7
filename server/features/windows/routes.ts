import { calendarLimits } from "../../contract/limits/calendars.ts";
import { idsBody, listOf } from "../../contract/shapes.ts";
import {
  maintenanceWindow,
  maxWindows,
  openWindows,
  windowInput,
  windowPatch,
  windowSpans,
  windowSpansQuery,
} from "../../contract/windows.ts";
import { type Caller, type PerCaller, requesterOf, type Route, route, versioned } from "../../http/route.ts";
import type { Windows } from "./service.ts";

/** Fits a pasted file, with what JSON adds to it. */
const BODY_BYTES = 3 * calendarLimits.text;

export interface WindowRouteParts {
  windows: PerCaller<Windows>;
  /** Returns the name of a user or an application. */
  nameOf(caller: Caller): Promise<string | null>;
}

/** Returns the routes of the maintenance windows. */
export function windowRoutes({ windows, nameOf }: WindowRouteParts): Route[] {
  return [
    route("get", "/windows", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists all maintenance windows: open ones first, then by when they open next",
      results: { 200: { description: "All windows on one page", schema: listOf(maintenanceWindow) } },
      handle: async ({ caller, language }) => {
        const items = await windows(caller).list(language);
        return { body: { items, total: items.length, page: 1, pageSize: maxWindows } };
      },
    }),
    route("post", "/windows", {
      access: "tasks:write",
      summary:
        "Creates a maintenance window; one that has begun opens at once. An iCalendar address is fetched first.",
      body: windowInput,
      bodyLimit: BODY_BYTES,
      results: { 201: { description: "The window", schema: maintenanceWindow } },
      handle: async ({ body, caller, language }) => {
        const by = { createdBy: await nameOf(caller), requester: requesterOf(caller), language };
        const created = await windows(caller).create(body, by);
        return { ...versioned(created, 201), object: created.name };
      },
    }),
    route("get", "/windows/spans", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists when maintenance windows are open in a period of at most 62 days, past and coming",
      query: windowSpansQuery,
      results: { 200: { description: "The times, by their start", schema: windowSpans } },
      handle: async ({ caller, query }) => ({ body: await windows(caller).spans(query) }),
    }),
    route("post", "/windows/check", {
      access: "tasks:read",
      byLabels: true,
      audit: false,
      whileReadOnly: "allowed",
      summary: "Lists the maintenance windows that are open now and concern some of the tasks",
      body: idsBody,
      results: {
        200: { description: "The windows, in which these tasks run on request only", schema: openWindows },
      },
      handle: async ({ caller, body }) => ({ body: await windows(caller).openFor(body.ids) }),
    }),
    route("get", "/windows/{id}", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns one maintenance window",
      results: { 200: { description: "The window", schema: maintenanceWindow } },
      handle: async ({ caller, params, language }) =>
        versioned(await windows(caller).get(params.id, language)),
    }),
    route("patch", "/windows/{id}", {
      access: "tasks:write",
      summary: "Updates fields of a maintenance window; what it has decided stays",
      body: windowPatch,
      bodyLimit: BODY_BYTES,
      results: { 200: { description: "The updated window", schema: maintenanceWindow } },
      handle: async ({ params, body, ifMatch, caller, language }) => {
        const by = { expectedVersion: ifMatch, requester: requesterOf(caller), language };
        const updated = await windows(caller).update(params.id, body, by);
        return { ...versioned(updated), object: updated.name };
      },
    }),
    route("delete", "/windows/{id}", {
      access: "tasks:write",
      summary: "Deletes a maintenance window; runs that it holds start",
      results: { 204: { description: "Deleted" } },
      handle: async ({ caller, params }) => ({
        status: 204,
        object: await windows(caller).remove(params.id),
      }),
    }),
    route("post", "/windows/{id}/end", {
      access: "tasks:write",
      summary: "Ends a maintenance window that is open; one with a schedule opens again at its next time",
      results: { 200: { description: "The window", schema: maintenanceWindow } },
      handle: async ({ caller, params, language }) => {
        const ended = await windows(caller).end(params.id, language);
        return { body: ended, object: ended.name };
      },
    }),
    route("post", "/windows/{id}/fetch", {
      access: "tasks:write",
      summary:
        "Fetches the iCalendar address of a maintenance window now; what cannot be read changes nothing",
      results: { 200: { description: "The window, with the result", schema: maintenanceWindow } },
      handle: async ({ caller, params, language }) => {
        const fetched = await windows(caller).fetch(params.id, language);
        return { body: fetched, object: fetched.name };
      },
    }),
  ];
}
