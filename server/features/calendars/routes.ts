import {
  calendar,
  calendarCountries,
  calendarDays,
  calendarDaysQuery,
  calendarInput,
  calendarPatch,
} from "../../contract/calendars.ts";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import { listOf } from "../../contract/shapes.ts";
import { requesterOf, type Route, route, versioned } from "../../http/route.ts";
import type { Calendars } from "./service.ts";

/** Fits several pasted files, with what JSON adds to them. */
const BODY_BYTES = 8 * calendarLimits.text;

export function calendarRoutes(calendars: Calendars): Route[] {
  return [
    route("get", "/calendars", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists all calendars by name",
      results: { 200: { description: "All calendars on one page", schema: listOf(calendar) } },
      handle: async ({ language }) => {
        const items = await calendars.list(language);
        return { body: { items, total: items.length, page: 1, pageSize: calendarLimits.calendars } };
      },
    }),
    route("post", "/calendars", {
      access: "tasks:write",
      summary: "Creates a calendar; its iCalendar addresses are fetched first",
      body: calendarInput,
      bodyLimit: BODY_BYTES,
      results: { 201: { description: "The calendar", schema: calendar } },
      handle: async ({ body, caller, language }) =>
        versioned(await calendars.create(body, { requester: requesterOf(caller), language }), 201),
    }),
    route("get", "/calendars/countries", {
      access: "tasks:read",
      byLabels: true,
      summary: "Lists the countries of which the panel has public holidays, with their regions",
      results: { 200: { description: "The countries by code", schema: calendarCountries } },
      handle: async () => ({ body: await calendars.countries() }),
    }),
    route("get", "/calendars/{id}", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns one calendar",
      results: { 200: { description: "The calendar", schema: calendar } },
      handle: async ({ params, language }) => versioned(await calendars.get(params.id, language)),
    }),
    route("patch", "/calendars/{id}", {
      access: "tasks:write",
      summary: "Updates fields of a calendar; only the future of tasks that use it is decided again",
      body: calendarPatch,
      bodyLimit: BODY_BYTES,
      results: { 200: { description: "The updated calendar", schema: calendar } },
      handle: async ({ params, body, ifMatch, caller, language }) => {
        const options = { expectedVersion: ifMatch, requester: requesterOf(caller), language };
        return versioned(await calendars.update(params.id, body, options));
      },
    }),
    route("delete", "/calendars/{id}", {
      access: "tasks:write",
      summary: "Deletes a calendar that no task uses",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: await calendars.remove(params.id) }),
    }),
    route("get", "/calendars/{id}/days", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns what a calendar says of each day of a range",
      query: calendarDaysQuery,
      results: { 200: { description: "The days in order", schema: calendarDays } },
      handle: async ({ params, query, language }) => ({
        body: await calendars.days(params.id, query, language),
      }),
    }),
    route("post", "/calendars/{id}/fetch", {
      access: "tasks:write",
      summary: "Fetches the iCalendar addresses of a calendar now; what cannot be read changes nothing",
      results: { 200: { description: "The calendar, with the result of each address", schema: calendar } },
      handle: async ({ params, language }) => versioned(await calendars.renew(params.id, language)),
    }),
  ];
}
