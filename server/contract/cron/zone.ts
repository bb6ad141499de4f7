import { clockOf } from "./zone_clock.ts";

/** An instant at which a zone's UTC offset changes. All values in seconds; `at` is the first second of the new offset. */
export interface ClockChange {
  at: number;
  before: number;
  after: number;
}

export const DAY_SECONDS = 86_400;

// Since 1970 no zone has changed its clock twice within a week, so checking every five days misses nothing.
const SEARCH_SECONDS = 5 * DAY_SECONDS;

// Built once: creating the list takes longer than a thousand lookups in it.
const listedZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf("timeZone"));

/**
 * Returns whether a name is an IANA time zone or one of its aliases, in its official spelling; UTC offsets are
 * not.
 */
export function isTimeZone(name: string): boolean {
  return listedZones.has(name) || (isKnownName(name) && isUnderstood(name));
}

/** Returns the zones for a picker: current names, sorted, with UTC. */
export function timeZones(): string[] {
  const listed = [...listedZones].map(todaysName);
  return [...new Set([...listed, "UTC"])].sort();
}

/** Returns the zones that a browser may list: those for a picker, and names that were replaced since. */
export function listedTimeZones(): string[] {
  return [...new Set([...timeZones(), ...listedZones])];
}

function todaysName(name: string): string {
  const renamed = renamedZones[name];
  return renamed !== undefined && isUnderstood(renamed) ? renamed : name;
}

function isKnownName(name: string): boolean {
  return Object.hasOwn(renamedZones, name) || zoneAliases.includes(name);
}

function isUnderstood(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the local time of a zone as seconds since 1970-01-01 00:00 local time, for a UTC time in seconds.
 */
export function wallSeconds(second: number, zone: string): number {
  return second + offsetSeconds(second, zone);
}

/** Returns how many seconds a zone's local time is ahead of UTC at a UTC time in seconds. */
export function offsetSeconds(second: number, zone: string): number {
  return clockOf(zone).offsetAt(second);
}

/**
 * Returns when a zone's clock shows a local time, both in seconds: the first time where it shows it twice, and the end of
 * the gap where it never does.
 */
export function instantOf(wall: number, zone: string): number {
  const [before, after] = [offsetSeconds(wall - DAY_SECONDS, zone), offsetSeconds(wall + DAY_SECONDS, zone)];
  for (const offset of [before, after]) {
    if (offsetSeconds(wall - offset, zone) === offset) return wall - offset;
  }
  return clockChanges(zone, wall - 2 * DAY_SECONDS, wall + 2 * DAY_SECONDS)
    .find(({ at, before, after }) => wall >= at + before && wall < at + after)?.at ?? wall - before;
}

/** Returns the clock changes of a zone with `from` < change ≤ `to` (UTC seconds), ascending. */
export function clockChanges(zone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetSeconds(from, zone);
  for (let low = from; low < to;) {
    const high = Math.min(low + SEARCH_SECONDS, to);
    const after = offsetSeconds(high, zone);
    if (after !== before) changes.push({ at: firstSecondAfter(zone, low, high, before), before, after });
    before = after;
    low = high;
  }
  return changes;
}

function firstSecondAfter(zone: string, low: number, high: number, before: number): number {
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (offsetSeconds(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Formats local seconds as a time of day: `02:30`, or `02:30:05` when the seconds are not zero. */
export function timeOfDayText(wall: number): string {
  const iso = new Date(wall * 1000).toISOString();
  return wall % 60 === 0 ? iso.slice(11, 16) : iso.slice(11, 19);
}

// Zone names that Intl accepts but does not list. Without them, a name in the wrong case (`eUROPE/berlin`, which Intl
// accepts) could not be distinguished from a real alias, and every spelling would cost a formatter that is cached
// forever.

/** Names replaced in the IANA database whose old form Intl still lists: old → current. */
const renamedZones: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Mendoza": "America/Argentina/Mendoza",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Louisville": "America/Kentucky/Louisville",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** More names and links of the IANA database. */
const zoneAliases: readonly string[] = [
  "Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca",
  "America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy",
  "America/Argentina/Mendoza America/Atikokan America/Atka America/Ensenada America/Fort_Wayne",
  "America/Indiana/Indianapolis America/Kentucky/Louisville America/Knox_IN America/Montreal",
  "America/Nipigon America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario",
  "America/Santa_Isabel America/Shiprock America/Thunder_Bay America/Virgin America/Yellowknife",
  "Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing Asia/Chungking Asia/Dacca",
  "Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Kolkata Asia/Macao",
  "Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe",
  "Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW",
  "Australia/North Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria",
  "Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT",
  "Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific",
  "Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire",
  "Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5",
  "Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13",
  "Etc/GMT-14 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0",
  "Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast Europe/Kyiv Europe/Nicosia",
  "Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong",
  "Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT Mexico/BajaNorte Mexico/BajaSur",
  "Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk Pacific/Johnston Pacific/Kanton",
  "Pacific/Pohnpei Pacific/Samoa Pacific/Yap Poland Portugal ROC ROK Singapore Turkey UCT US/Alaska",
  "US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan",
  "US/Mountain US/Pacific US/Samoa UTC Universal W-SU WET Zulu",
].flatMap((row) => row.split(" "));
