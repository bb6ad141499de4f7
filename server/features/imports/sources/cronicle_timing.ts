// Converts the timing of a Cronicle event, lists of the values that each part of a due time may have, to a rule.
import { CronError, parseCron } from "../../../contract/cron/expression.ts";

const parts = [
  ["minutes", 0, 59],
  ["hours", 0, 23],
  ["days", 1, 31],
  ["months", 1, 12],
  ["weekdays", 0, 6],
] as const;

const years = ["years", 1970, 2099] as const;

/** A rule; `manual` for an event without timing; or the part that has no equivalent. */
export type TimingSchedule = { rule: string } | "manual" | { field: string; value: string };

export function timingSchedule(timing: unknown): TimingSchedule {
  if (timing === false || timing === null || timing === undefined) return "manual";
  if (typeof timing !== "object" || Array.isArray(timing)) return { field: "timing", value: String(timing) };
  const given: Record<string, unknown> = { ...timing };
  for (const name of Object.keys(given)) {
    const list = valuesOf(given[name]);
    if (list === null) return { field: `timing.${name}`, value: JSON.stringify(given[name]).slice(0, 100) };
    if (list.length > 0 && ![...parts, years].some(([part]) => part === name)) {
      return { field: `timing.${name}`, value: list.join(",") };
    }
  }
  const fields: string[] = [];
  for (const [name, min, max] of [...parts, years]) {
    const values = valuesOf(given[name]) ?? [];
    const wrong = values.find((value) => value < min || value > max);
    if (wrong !== undefined) return { field: `timing.${name}`, value: String(wrong) };
    fields.push(fieldOf(values, min, max));
  }
  // In Cronicle, a day of the month and a weekday must both match; cron joins them by "or" without the plus.
  if (fields[2] !== "*" && fields[4] !== "*") fields[4] = `+${fields[4]}`;
  // A rule with a year begins with the seconds.
  const year = fields.pop();
  const rule = year === "*" ? fields.join(" ") : `0 ${fields.join(" ")} ${year}`;
  try {
    parseCron(rule);
    return { rule };
  } catch (error) {
    if (error instanceof CronError) return { field: "timing", value: rule };
    throw error;
  }
}

function valuesOf(list: unknown): number[] | null {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list) || list.length > 1000) return null;
  const values = list.map((value) => typeof value === "string" && value !== "" ? Number(value) : value);
  return values.every(Number.isInteger) ? [...new Set<number>(values)].sort((a, b) => a - b) : null;
}

/** Writes values as one field, as short as possible: `*`, `*\/15`, `1-5,9`. */
function fieldOf(values: readonly number[], min: number, max: number): string {
  const [first, second] = values;
  if (first === undefined) return "*";
  const step = second === undefined ? 0 : second - first;
  const isEven = values.every((value, index) => value === first + index * step);
  const isWhole = first === min && first + values.length * step > max;
  if (isEven && isWhole && step === 1) return "*";
  if (isEven && isWhole && step > 1) return `*/${step}`;
  if (isEven && values.length > 3 && step > 1) return `${first}-${values.at(-1)}/${step}`;
  const spans: [from: number, to: number][] = [];
  for (const value of values) {
    const span = spans.at(-1);
    if (span && value === span[1] + 1) span[1] = value;
    else spans.push([value, value]);
  }
  return spans.map(([from, to]) => {
    if (from === to) return String(from);
    return to === from + 1 ? `${from},${to}` : `${from}-${to}`;
  }).join(",");
}
