// The time zone of the console, by the same rules as those of the panel.
import process from "node:process";
import { systemTimeZone } from "../features/settings/system_time_zone.ts";
import { NewestZoneRules } from "../platform/zones/zone_rules.ts";

let zone: string | undefined;

/** Returns the time zone of the console; reads the rules of time zones at the first call. */
export function zoneOfConsole(): string {
  if (zone === undefined) {
    NewestZoneRules.open();
    zone = systemTimeZone(process.env["TZ"], Intl.DateTimeFormat().resolvedOptions().timeZone);
  }
  return zone;
}
