import { CronError, type CronField, type CronIssue } from "./issue.ts";
import { type Choose, type FieldKind, fieldKinds, normaliseItem } from "./fields.ts";
import { Pattern } from "./pattern.ts";

export { CronError, type CronField, type CronIssue };

const NICKNAMES: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
  "@minutely": "* * * * *",
  "@secondly": "* * * * * *",
  "@weekdays": "0 0 * * 1-5",
  "@weekends": "0 0 * * 0,6",
};

const MAX_PERIOD_MS = 366 * 24 * 3_600_000;

/**
 * A parsed schedule. `source` is the text as typed; `expression` has six fields and contains only numbers, `*`, `L`,
 * `W` and `#`; `periodMs` counts from 1970-01-01 UTC.
 */
export type CronRule =
  | { kind: "cron"; source: string; expression: string }
  | { kind: "every"; source: string; periodMs: number };

export const MAX_EXPRESSION = 200;

// Every combination of weekdays and leap days occurs in these years.
const SAMPLE_DAYS = { first: Date.UTC(2000, 0, 1) / 86_400_000, last: Date.UTC(2027, 11, 31) / 86_400_000 };

interface Token {
  text: string;
  start: number;
  end: number;
}

/**
 * Parses a schedule: five fields, six with seconds first, a nickname, or `@every 1h30m`. `seed`, a task's id, determines
 * the value of `H`. Throws CronError with the position of the error.
 */
export function parseCron(source: string, options: { seed?: number } = {}): CronRule {
  const whole = wholeOf(source);
  if (whole.text === "" || source.length > MAX_EXPRESSION) throw incorrect("expression", whole);
  if (whole.text.startsWith("@")) return parseNickname(source, whole);
  const tokens = tokensOf(source);
  if (tokens.length < 5) throw incorrect("expression", whole);
  if (tokens.length > 6) throw incorrect("expression", { ...whole, start: tokens[6]?.start ?? whole.start });
  return parseFields(source, tokens, options.seed ?? 0);
}

function parseNickname(source: string, whole: Token): CronRule {
  const expression = findNickname(whole.text);
  if (expression !== null) return { ...parseCron(expression), source };
  const [name = "", period = "", ...more] = whole.text.split(/\s+/);
  const periodMs = name.toLowerCase() === "@every" && more.length === 0 ? readPeriod(period) : null;
  if (periodMs === null) throw incorrect("expression", whole);
  return { kind: "every", source, periodMs };
}

function parseFields(source: string, tokens: Token[], seed: number): CronRule {
  const seconds: Token[] = tokens.length === 5 ? [{ text: "0", start: 0, end: 0 }] : [];
  const expression = joinDayFields(
    [...seconds, ...tokens].map((token, index) => normaliseField(token, index, seed)),
  );
  const [day = wholeOf(source)] = tokens.slice(-3);
  const pattern = openPattern(expression, wholeOf(source));
  if (!everFires(pattern)) {
    throw new CronError({ code: "cron_never_fires", field: "day", ...spanOf(day) });
  }
  return { kind: "cron", source, expression };
}

// Marks with `+` that both day fields have to match. As in Vixie cron, one of them is enough only where neither begins with
// `*`: `1-7 * */7` is the first Sunday of a month, `1-7 * 0` its first week and every Sunday.
function joinDayFields(fields: string[]): string {
  const [day = "", , week = ""] = fields.slice(-3);
  const areBoth = day !== "*" && week !== "*" && !week.startsWith("+") &&
    (day.startsWith("*") || week.startsWith("*"));
  return [...fields.slice(0, -1), areBoth ? `+${week}` : week].join(" ");
}

function normaliseField(token: Token, index: number, seed: number): string {
  const kind = fieldKinds[index];
  if (kind === undefined) throw incorrect("expression", token);
  const both = kind.name === "week" && token.text.startsWith("+") ? "+" : "";
  const text = token.text.slice(both.length);
  if (kind.name === "day" && text.toUpperCase() === "LW") return "LW";
  let start = token.start + both.length;
  const items = text.split(",").map((item) => {
    const end = start + item.length;
    const normal = readItem(kind, item, (size) => chooseBySeed(seed, index, size));
    if (normal === null) throw incorrect(kind.name, item === "" ? token : { text: item, start, end });
    start = end + 1;
    return normal;
  });
  if (!items.includes("*")) return both + items.join(",");
  // Nothing is excluded. Where the field does not begin with it, the other day field does not exclude anything either.
  const isDay = kind.name === "day" || kind.name === "week";
  return items[0] === "*" || !isDay ? "*" : `${kind.min}-${kind.size - 1 + kind.min}`;
}

// The uppercase form of a non-ASCII letter may be ASCII (ı, ſ): rejected before the conversion.
function readItem(kind: FieldKind, item: string, choose: Choose): string | null {
  return /^[!-~]+$/.test(item) ? normaliseItem(kind, item.toUpperCase(), choose) : null;
}

function openPattern(expression: string, whole: Token): Pattern {
  try {
    return new Pattern(expression);
  } catch {
    throw incorrect("expression", whole);
  }
}

function everFires(pattern: Pattern): boolean {
  for (let day = SAMPLE_DAYS.first; day <= SAMPLE_DAYS.last; day++) if (pattern.firesOn(day)) return true;
  return false;
}

function tokensOf(source: string): Token[] {
  return [...source.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

function wholeOf(source: string): Token {
  const text = source.trim();
  const start = text === "" ? 0 : source.indexOf(text);
  return { text, start, end: text === "" ? source.length : start + text.length };
}

function spanOf({ start, end }: Token): { start: number; end: number } {
  return { start, end };
}

function incorrect(field: CronField, token: Token): CronError {
  return new CronError({ code: "incorrect_cron", field, ...spanOf(token) });
}

/**
 * Returns one of `size` values chosen by a seed and an index, always the same; neighboring seeds are spread
 * out.
 */
function chooseBySeed(seed: number, index: number, size: number): number {
  // The finalizer of MurmurHash3.
  let hash = (seed ^ Math.imul(index + 1, 0x9e3779b9)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % size;
}

/** Returns the expression of a nickname, in any case, or null when it is unknown. */
function findNickname(name: string): string | null {
  const key = name.toLowerCase();
  return Object.hasOwn(NICKNAMES, key) ? NICKNAMES[key] ?? null : null;
}

/**
 * Parses `1d`, `1h30m`, `30s`, largest unit first, and returns milliseconds; null when the text is invalid, zero, or
 * over 366 days.
 */
function readPeriod(text: string): number | null {
  const parts = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/i.exec(text);
  if (parts === null) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const period = ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
  return period > 0 && period <= MAX_PERIOD_MS ? period : null;
}
