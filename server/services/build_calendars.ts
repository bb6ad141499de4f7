import { createFetch } from "../features/icalendar/fetch_icalendar.ts";
import { Calendars } from "../features/calendars/service.ts";
import { listTasksOf } from "../features/tasks/calendar_changes.ts";
import { outboundPolicies } from "../platform/outbound/outbound_policy.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Creates the service of calendars; `signal` ends what is being fetched. */
export function buildCalendars(
  { config, db, bus, clock, logger, settings, calendars: loaded }: Foundation,
  signal: AbortSignal,
): Calendars {
  const fetch = createFetch({
    policies: outboundPolicies(config),
    clock,
    proxy: () => settings.secrets().proxy,
    signal,
  });
  return new Calendars({ db, bus, clock, logger, loaded, fetch, tasksUsing: (id) => listTasksOf(db, id) });
}
