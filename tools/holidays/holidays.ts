// Writes server/holidays: the public holidays of countries, a small file for each, and an index. `deno task holidays` once a
// year, or after a new version of a package here. The packages take seconds and 35 MB to load, and the panel needs neither.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type {
  HolidayDays,
  HolidayFile,
  HolidayIndexEntry,
  HolidayName,
} from "../../server/platform/holiday_files.ts";

/** Not in `deno.json`, which would make every start of the panel fetch them. */
const PACKAGE = "npm:date-holidays@3.37.0";
const CHINA_PACKAGE = "npm:chinese-days@1.5.7";
const folder = join(import.meta.dirname!, "..", "..", "server", "holidays");

const YEARS_BEFORE = 3;
const YEARS_AFTER = 3;
/** Regions of regions are left out. */
const MAX_REGIONS = 60;
const MIN_DAYS_A_YEAR = 4;

interface Holiday {
  date: string;
  start: Date;
  end: Date;
  name: string;
  type: string;
}

interface Calendar {
  getHolidays(year: number, language?: string): Holiday[];
  getLanguages(): string[];
  getCountries(): Record<string, string>;
  getStates(country: string): Record<string, string> | null;
}

interface LocalNames {
  local: string | undefined;
  chinese: string | undefined;
  /** That of the local name. */
  language: string;
}

interface ChinaDays {
  getDayDetail(date: string): { work: boolean; name: string };
}

const DAY_MS = 86_400_000;
/** "Make-up day" in Chinese. */
const MAKE_UP_ZH = "\u8c03\u4f11";
/** A holiday of some hours is no day off. */
const WHOLE_DAY_MS = 20 * 3_600_000;

/** Names with their dates, in the order in which they were found. */
class Names {
  readonly names: HolidayName[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(name: HolidayName): number {
    const key = JSON.stringify(name);
    const index = this.#indexes.get(key) ?? this.names.push(name) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}

/** Returns the whole days off of some years, with the index of their name; of several on one day, the first counts. */
function daysOf(calendar: Calendar, years: readonly number[], names: Names): Map<number, number> {
  const days = new Map<number, number>();
  const [local = "en"] = calendar.getLanguages();
  for (const year of years) {
    const listed = (language: string) =>
      new Map(calendar.getHolidays(year, language).map((one) => [`${one.date} ${one.type}`, one.name]));
    const [localNames, chineseNames] = [listed(local), listed("zh")];
    for (const { date, start, end, name, type } of calendar.getHolidays(year, "en")) {
      const lasts = end.getTime() - start.getTime();
      if (type !== "public" || lasts < WHOLE_DAY_MS) continue;
      const key = `${date} ${type}`;
      const found = { local: localNames.get(key), chinese: chineseNames.get(key), language: local };
      const index = names.indexOf(nameOf(name, found));
      const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
      for (let count = 0; count < Math.round(lasts / DAY_MS); count++) {
        const day = writeDay(first + count * DAY_MS);
        if (Math.floor(day / 10_000) === year && !days.has(day)) days.set(day, index);
      }
    }
  }
  return days;
}

/** Of a language, or of one of its variants such as `en-us`. */
function isLanguage(language: string, wanted: string): boolean {
  return language.split("-")[0] === wanted;
}

/** Where the package has no Chinese name, it returns another one, or a part of one. */
function nameOf(en: string, { local = en, chinese = en, language }: LocalNames): HolidayName {
  const isChinese = isLanguage(language, "zh");
  const isForeign = !isChinese && chinese.includes(local);
  const isWhole = /\p{sc=Han}/u.test(chinese) &&
    !/[A-Za-z]{2}|[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(chinese);
  const zh = isWhole && !isForeign ? chinese : undefined;
  if (isLanguage(language, "en")) return zh === undefined ? [local] : [local, null, zh];
  const other = local === en || isChinese ? null : local;
  if (zh !== undefined) return [en, other, zh];
  return other === null ? [en] : [en, other];
}

function writeDay(at: number): number {
  return Number(new Date(at).toISOString().slice(0, 10).replaceAll("-", ""));
}

function group(days: Iterable<[number, number]>): HolidayDays {
  const grouped: HolidayDays = {};
  for (const [day, name] of days) (grouped[name] ??= []).push(day);
  return grouped;
}

function countryFile(
  open: (...place: string[]) => Calendar,
  country: string,
  years: readonly number[],
): { file: HolidayFile; regions: [string, string][] } | null {
  const names = new Names();
  const national = daysOf(open(country), years, names);
  // Of some, the package knows only other holidays.
  if (national.size < MIN_DAYS_A_YEAR * years.length) return null;
  const regions: NonNullable<HolidayFile["regions"]> = {};
  const listed: [string, string][] = [];
  for (const [code, name] of Object.entries(open(country).getStates(country) ?? {}).slice(0, MAX_REGIONS)) {
    const days = daysOf(open(country, code), years, names);
    const off = group([...days].filter(([day]) => !national.has(day)));
    const not = [...national.keys()].filter((day) => !days.has(day));
    if (Object.keys(off).length === 0 && not.length === 0) continue;
    regions[code] = { ...(Object.keys(off).length > 0 && { off }), ...(not.length > 0 && { not }) };
    listed.push([code, name]);
  }
  const file: HolidayFile = {
    country,
    years: [years[0]!, years.at(-1)!],
    names: names.names,
    off: group(national),
    ...(listed.length > 0 && { regions }),
  };
  return { file, regions: listed };
}

/** Its holidays are decided year by year, with working days on weekends; the package has a name only for years that it knows. */
function chinaFile(china: ChinaDays, years: readonly number[]): HolidayFile {
  const names = new Names();
  const [off, working] = [new Map<number, number>(), new Map<number, number>()];
  const known = years.filter((year) => {
    let isKnown = false;
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += DAY_MS) {
      const { work, name } = china.getDayDetail(new Date(at).toISOString().slice(0, 10));
      const [en, zh] = name.split(",");
      if (en === undefined || zh === undefined) continue;
      isKnown = true;
      if (work) {
        working.set(writeDay(at), names.indexOf([`Make-up day for ${en}`, null, `${zh}${MAKE_UP_ZH}`]));
      } else off.set(writeDay(at), names.indexOf([en, null, zh]));
    }
    return isKnown;
  });
  const [first, last] = [known[0]!, known.at(-1)!];
  if (known.length !== last - first + 1) throw new Error("There are years without data between others");
  return {
    country: "CN",
    years: [first, last],
    names: names.names,
    off: group(off),
    working: group(working),
  };
}

const year = new Date().getUTCFullYear();
const years = Array.from(
  { length: YEARS_BEFORE + 1 + YEARS_AFTER },
  (_, index) => year - YEARS_BEFORE + index,
);
const { default: Holidays } = await import(PACKAGE) as { default: new (...options: unknown[]) => Calendar };
const { default: china } = await import(CHINA_PACKAGE) as { default: ChinaDays };
const open = (...place: string[]) => new Holidays(...place, { types: ["public"] });

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (name.endsWith(".json")) rmSync(join(folder, name));
const index: HolidayIndexEntry[] = [];
const write = (file: HolidayFile, regions: [string, string][]) => {
  writeFileSync(join(folder, `${file.country}.json`), `${JSON.stringify(file)}\n`);
  index.push({ country: file.country, years: file.years, ...(regions.length > 0 && { regions }) });
};
write(chinaFile(china, years), []);
for (const country of Object.keys(open().getCountries())) {
  const written = country === "CN" ? null : countryFile(open, country, years);
  if (written) write(written.file, written.regions);
}
index.sort((a, b) => a.country < b.country ? -1 : 1);
writeFileSync(join(folder, "index.json"), `${JSON.stringify(index)}\n`);
