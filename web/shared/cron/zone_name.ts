/** Returns the part of a time zone's name that fits beside a time: the city, or what stands in its place. */
export function zoneCity(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
