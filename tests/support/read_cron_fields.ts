// A second implementation of cron fields, straight from their rules and independent of the code under test,
// as the basis of brute-force tests.

/** Lists the values of a numeric field with `*`, ranges and steps. */
export function valuesOf(text: string, min: number, max: number): Set<number> {
  const all = Array.from({ length: max - min + 1 }, (_, n) => n + min);
  return new Set(
    text.split(",").flatMap((item) => {
      const [range = "", by] = item.split("/");
      const [low, high] = range === "*" ? [min, max] : range.split("-").map(Number) as [number, number?];
      const last = high ?? (by === undefined ? low : max);
      return all.filter((value) => value >= low && value <= last && (value - low) % Number(by ?? 1) === 0);
    }),
  );
}

/** Returns whether a date, with months from 1, matches the two day fields. */
export function isDay(days: string, weekdays: string, y: number, m: number, d: number): boolean {
  const both = weekdays.startsWith("+"), week = weekdays.replace("+", "");
  const byDate = days.split(",").some((item) => isDate(item, y, m, d));
  const byWeek = week.split(",").some((item) => isWeekday(item, y, m, d));
  // As in Vixie cron, a step after `*` counts as `*`.
  return both || days.startsWith("*") || week.startsWith("*") ? byDate && byWeek : byDate || byWeek;
}

function lastDay(y: number, m: number): number {
  return new Date(Date.UTC(y, m, 0)).getUTCDate();
}

function weekdayOf(y: number, m: number, d: number): number {
  return new Date(Date.UTC(y, m - 1, d)).getUTCDay();
}

function isDate(item: string, y: number, m: number, d: number): boolean {
  if (item === "L") return d === lastDay(y, m);
  if (!item.endsWith("W")) return valuesOf(item, 1, 31).has(d);
  const workdays = Array.from({ length: lastDay(y, m) }, (_, n) => n + 1).filter((n) =>
    weekdayOf(y, m, n) % 6 !== 0
  );
  if (item === "LW") return d === workdays.at(-1);
  const wanted = parseInt(item);
  if (wanted > lastDay(y, m)) return false;
  return d === workdays.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
}

function isWeekday(item: string, y: number, m: number, d: number): boolean {
  const [, plain = "", nth] = /^(.*?)(?:#(\d)|L)?$/.exec(item) ?? [];
  if (
    ![...valuesOf(plain, 0, item.includes("/") || item === "*" ? 6 : 7)].some((n) =>
      n % 7 === weekdayOf(y, m, d)
    )
  ) return false;
  if (item.endsWith("L")) return d + 7 > lastDay(y, m);
  return nth === undefined || Math.ceil(d / 7) === Number(nth);
}
