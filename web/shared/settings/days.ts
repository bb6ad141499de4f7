// Shared by the logs in the settings: days in the user's zone and pages, as the URL stores them.

/** Returns the start of a day in the user's zone, `later` days after it; null for an invalid day. */
export function startOfDay(day: string, later = 0): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? null : start;
}

/** Parses the days and the page of a URL; invalid values are ignored. */
export function readDays(query: URLSearchParams): { from: string; to: string; page: number } {
  const page = Number(query.get("page"));
  const day = (name: string) => startOfDay(query.get(name) ?? "") === null ? "" : query.get(name)!;
  return { from: day("from"), to: day("to"), page: Number.isSafeInteger(page) && page > 1 ? page : 1 };
}
