// Converts what cron accepts but the panel writes differently.

const lowest = [0, 0, 1, 1, 0];
const sizes = [60, 24, 31, 12, 7];

/** Converts the five time fields of a crontab line to a rule of the panel that is due at the same times. */
export function cronSchedule(fields: readonly string[]): string {
  const [minute = "", hour = "", day = "", month = "", week = ""] = fields.map(shortenSteps);
  const both = joinsDays(fields[2] ?? "", fields[4] ?? "") ? "+" : "";
  // In cron, a minus before the first field only turns off logging.
  return [minute.replace(/^-/, ""), hour, day, month, both + week].join(" ");
}

// Two restricted day fields mean "either day". But cron does not count a field that starts with a star as
// restricted, not even `*/2`: then both days must match (`DOM_STAR` and `DOW_STAR` in cron's source).
function joinsDays(day: string, week: string): boolean {
  return day !== "*" && week !== "*" && (day.startsWith("*") || week.startsWith("*"));
}

// A step longer than the field matches only its first value. The panel accepts no such step.
function shortenSteps(field: string, index: number): string {
  return field.split(",").map((item) => {
    const [, from, to, step] = /^(\*|\d+)(-\d+)?\/(\d+)$/.exec(item) ?? [];
    if (from === undefined || Number(step) <= (sizes[index] ?? 0)) return item;
    if (to === undefined && from !== "*") return item;
    return from === "*" ? String(lowest[index]) : from;
  }).join(",");
}
