import { CronError, type CronField, type CronIssue } from "./issue.ts";
import { type AtRule, readAtRule } from "./at_rules.ts";
import { type Choose, type FieldKind, fieldKinds, normaliseItem, yearKind } from "./fields.ts";
import { Pattern } from "./pattern.ts";
import { readPeriod } from "./period.ts";

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

/**
 * A parsed schedule. `source` is the text as typed; `expression` has six fields and contains only numbers, `*`, `L`,
 * `W` and `#`; `years` is absent where all count; `periodMs` counts from 1970-01-01 UTC.
 */
export type CronRule =
  | { kind: "cron"; source: string; expression: string; years?: readonly number[] }
  | { kind: "every"; source: string; periodMs: number }
  | AtRule;

export const MAX_EXPRESSION = 200;

// Every combination of weekdays and leap days occurs in these years.
const SAMPLE_DAYS = { first: Date.UTC(2000, 0, 1) / 86_400_000, last: Date.UTC(2027, 11, 31) / 86_400_000 };

interface Token {
  text: string;
  start: number;
  end: number;
}

/**
 * Parses a schedule: five fields, six with seconds first, seven with a year last, a nickname, `@every 1h30m`, or a rule
 * of `at_rules.ts`. `seed`, a task's id, determines the value of `H`. Throws CronError with the position of the error.
 */
export function parseCron(source: string, options: { seed?: number } = {}): CronRule {
  const whole = wholeOf(source);
  if (whole.text === "" || source.length > MAX_EXPRESSION) throw incorrect("expression", whole);
  if (whole.text.startsWith("@")) return parseNickname(source, whole);
  const tokens = tokensOf(source);
  if (tokens.length < 5) throw incorrect("expression", whole);
  if (tokens.length > 7) throw incorrect("expression", { ...whole, start: tokens[7]?.start ?? whole.start });
  return parseFields(source, tokens, options.seed ?? 0);
}

function parseNickname(source: string, whole: Token): CronRule {
  const expression = findNickname(whole.text);
  if (expression !== null) return { ...parseCron(expression), source };
  const [name = "", ...words] = whole.text.split(/\s+/);
  const periodMs = name.toLowerCase() === "@every" && words.length === 1 ? readPeriod(words[0]!) : null;
  if (periodMs !== null) return { kind: "every", source, periodMs };
  const rule = readAtRule(name.toLowerCase(), words);
  if (rule === null) throw incorrect("expression", whole);
  return { ...rule, source };
}

function parseFields(source: string, tokens: Token[], seed: number): CronRule {
  const [year] = tokens.slice(6);
  const seconds: Token[] = tokens.length === 5 ? [{ text: "0", start: 0, end: 0 }] : [];
  const fields = [...seconds, ...tokens.slice(0, 6)];
  const expression = joinDayFields(fields.map((token, index) => normaliseField(token, index, seed)));
  const years = year ? readYears(year) : null;
  const [day = wholeOf(source)] = fields.slice(-3);
  const pattern = openPattern(expression, wholeOf(source), years);
  if (!everFires(pattern)) {
    throw new CronError({ code: "cron_never_fires", field: "day", ...spanOf(day) });
  }
  return { kind: "cron", source, expression, ...years && { years } };
}

// Null for every year.
function readYears(token: Token): number[] | null {
  const years = new Set<number>();
  let start = token.start;
  for (const item of token.text.split(",")) {
    const end = start + item.length;
    const normal = readItem(yearKind, item, () => 0);
    if (normal === null) throw incorrect("year", item === "" ? token : { text: item, start, end });
    if (normal === "*") return null;
    const [range = "", step = "1"] = normal.split("/");
    const [low, high = step === "1" ? low : yearKind.max] = range === "*"
      ? [yearKind.min, yearKind.max]
      : range.split("-").map(Number);
    for (let one = low ?? 0; one <= Number(high); one += Number(step)) years.add(one);
    start = end + 1;
  }
  return [...years].sort((a, b) => a - b);
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

function openPattern(expression: string, whole: Token, years: number[] | null): Pattern {
  try {
    return new Pattern(expression, years ?? undefined);
  } catch {
    throw incorrect("expression", whole);
  }
}

function everFires(pattern: Pattern): boolean {
  const { first, last } = pattern.dayRange ?? SAMPLE_DAYS;
  for (let day = first; day <= last; day++) if (pattern.firesOn(day)) return true;
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
