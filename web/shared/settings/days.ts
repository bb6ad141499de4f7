// What the logs of the settings have in common: days of the reader and pages, as the address says them.

/** Gives the instant a day begins where the reader is, `later` days after it; null for what is no day. */
export function startOfDay(day: string, later = 0): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? null : start;
}

/** Reads the days and the page of an address; what makes no sense is left out. */
export function readDays(query: URLSearchParams): { from: string; to: string; page: number } {
  const page = Number(query.get("page"));
  const day = (name: string) => startOfDay(query.get(name) ?? "") === null ? "" : query.get(name)!;
  return { from: day("from"), to: day("to"), page: Number.isSafeInteger(page) && page > 1 ? page : 1 };
}
