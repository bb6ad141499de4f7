// The public holidays of countries, written by `deno task holidays` into one file for each country and an index.
import { join } from "node:path";

/** Names in English, in the country's language if that is another one, and in Chinese if there is one. */
export type HolidayName = [en: string, local?: string | null, zh?: string];

/** Days, written as `20261224`, by the index of their name. */
export type HolidayDays = Record<string, number[]>;

export interface HolidayFile {
  country: string;
  /** First and last year. */
  years: [number, number];
  names: HolidayName[];
  off: HolidayDays;
  /** Days that would be off, but are working days. */
  working?: HolidayDays;
  /** By code: what is off there in addition, and what is not. */
  regions?: Record<string, { off?: HolidayDays; not?: number[] }>;
}

export interface HolidayIndexEntry {
  country: string;
  years: [number, number];
  /** Code and name of each. */
  regions?: [string, string][];
}

// At the same depth from the sources and from the bundle.
const folder = join(import.meta.dirname!, "..", "holidays");

/** Reads the list of countries. */
export async function readHolidayIndex(): Promise<HolidayIndexEntry[]> {
  return await readJson("index");
}

/** Reads the holidays of a country; null if there are none. */
export async function readHolidays(country: string): Promise<HolidayFile | null> {
  if (!/^[A-Z]{2}$/.test(country)) return null;
  try {
    return await readJson(country);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

// Not imported as modules, which would stay in memory.
async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await Deno.readTextFile(join(folder, `${name}.json`))) as T; // written by our own tool
}
