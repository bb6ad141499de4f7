// What cron takes and the panel writes otherwise.

const lowest = [0, 0, 1, 1, 0];
const sizes = [60, 24, 31, 12, 7];

/** Writes the five time fields of a crontab as a rule of the panel that is due at the same times. */
export function cronSchedule(fields: readonly string[]): string {
  const [minute = "", hour = "", day = "", month = "", week = ""] = fields.map(shortenSteps);
  const both = joinsDays(fields[2] ?? "", fields[4] ?? "") ? "+" : "";
  // A minus before the first field only keeps cron from logging.
  return [minute.replace(/^-/, ""), hour, day, month, both + week].join(" ");
}

// Two restricted day fields mean "either day", except that for cron a field that begins with a star is not restricted,
// even `*/2`: then both must fit (`DOM_STAR` and `DOW_STAR` in its source).
function joinsDays(day: string, week: string): boolean {
  return day !== "*" && week !== "*" && (day.startsWith("*") || week.startsWith("*"));
}

// A step beyond the end leaves only where it starts; the panel takes none that is longer than the field.
function shortenSteps(field: string, index: number): string {
  return field.split(",").map((item) => {
    const [, from, to, step] = /^(\*|\d+)(-\d+)?\/(\d+)$/.exec(item) ?? [];
    if (from === undefined || Number(step) <= (sizes[index] ?? 0)) return item;
    if (to === undefined && from !== "*") return item;
    return from === "*" ? String(lowest[index]) : from;
  }).join(",");
}
