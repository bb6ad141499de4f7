import { Calendars } from "../features/calendars/service.ts";
import { createFetch, type FetchFile } from "../features/icalendar/fetch_icalendar.ts";
import { listTasksOf } from "../features/tasks/calendar_changes.ts";
import { outboundPolicies } from "../platform/outbound/outbound_policy.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Creates what fetches iCalendar files; `signal` ends what is being fetched. */
export function buildFetch({ config, clock, settings }: Foundation, signal: AbortSignal): FetchFile {
  return createFetch({
    policies: outboundPolicies(config),
    clock,
    proxy: () => settings.secrets().proxy,
    signal,
  });
}

/** Creates the service of calendars. */
export function buildCalendars(
  { db, bus, clock, logger, calendars: loaded }: Foundation,
  fetch: FetchFile,
): Calendars {
  return new Calendars({ db, bus, clock, logger, loaded, fetch, tasksUsing: (id) => listTasksOf(db, id) });
}
