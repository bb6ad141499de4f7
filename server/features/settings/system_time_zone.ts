import { isTimeZone } from "../../contract/cron/zone.ts";

/** Returns the default time zone: the operator's `TZ`, else the machine's, else UTC. */
export function systemTimeZone(tz: string | undefined, ofMachine: string): string {
  return [tz?.replace(/^:/, ""), ofMachine].find((zone) => zone !== undefined && isTimeZone(zone)) ?? "UTC";
}
