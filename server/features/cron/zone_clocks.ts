import { clockChanges, isTimeZone, listedTimeZones, offsetSeconds } from "../../contract/cron/zone.ts";
import { offsetOnce } from "../../contract/cron/zone_clock.ts";
import {
  type ZoneClocks,
  zoneClocks,
  zoneClocksQuery,
  type ZoneOffsets,
  zoneOffsets,
} from "../../contract/zone_rules.ts";
import { type Route, route } from "../../http/route.ts";
import type { Clock } from "../../platform/clock.ts";

/** Shown times lie within. */
const YEARS = 5;
const YEAR_SECONDS = 366 * 86_400;

/** Returns the routes that tell pages the panel's rules of time zones, because a browser has its own. */
export function zoneClockRoutes({ clock }: { clock: Clock }): Route[] {
  return [
    route("get", "/cron/zone-clocks", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns how local time runs in some time zones, for five years before and after now",
      query: zoneClocksQuery,
      results: { 200: { description: "The clocks of the known zones", schema: zoneClocks } },
      handle: ({ query }) => ({
        body: {
          items: [...new Set(query.zones)].filter(isTimeZone).map((zone) => clockOf(zone, clock.now())),
        },
      }),
    }),
    route("get", "/cron/zone-offsets", {
      access: "tasks:read",
      byLabels: true,
      summary: "Returns how far local time is ahead of UTC now in all time zones that can be chosen",
      results: { 200: { description: "The offsets", schema: zoneOffsets } },
      handle: () => ({ body: { items: offsetsAt(Math.floor(clock.now() / 1000)) } }),
    }),
  ];
}

function offsetsAt(second: number): ZoneOffsets["items"] {
  return listedTimeZones().map((zone) => ({ zone, offset: offsetOnce(second, zone) }));
}

function clockOf(zone: string, now: number): ZoneClocks["items"][number] {
  const middle = Math.floor(now / 1000);
  const [from, until] = [middle - YEARS * YEAR_SECONDS, middle + YEARS * YEAR_SECONDS];
  const changes = clockChanges(zone, from, until).map(({ at, after }) => ({ at, offset: after }));
  return { zone, from, until, offset: offsetSeconds(from, zone), changes };
}
