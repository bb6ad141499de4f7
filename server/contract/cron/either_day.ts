/** Longest rule that the panel stores, in characters. */
const MAX_RULE = 200;

/**
 * Returns a rule whose days match when either day field does, as node-schedule and BusyBox read it, written so that
 * the same is true here. Cron requires both fields where one begins with `*`; written as a range, either of
 * them is enough. All other rules stay as they are.
 */
export function keepEitherDay(rule: string): string {
  const fields = rule.trim().split(/\s+/);
  const [day = "", month = "", week = ""] = fields.slice(-3);
  if (fields.length < 5 || fields.length > 6 || rule.includes("@") || week.startsWith("+")) return rule;
  if (isAny(day) || isAny(week) || !(startsWithAny(day) || startsWithAny(week))) return rule;
  const rewritten = [...fields.slice(0, -3), inRange(day, "1-31"), month, inRange(week, "0-6")].join(" ");
  return rewritten.length > MAX_RULE ? rule : rewritten;
}

function isAny(field: string): boolean {
  return field === "*" || field === "?";
}

function startsWithAny(field: string): boolean {
  return field.startsWith("*") || field.startsWith("?");
}

function inRange(field: string, all: string): string {
  return startsWithAny(field) ? all + field.slice(1) : field;
}
