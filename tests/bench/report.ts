// What was measured, and how it is printed: Markdown, for docs/measurements too.
import { percentile } from "./statistics.ts";

/** What the median is to be: compared with a value, with a multiple of the floor, or with the floor and some more. */
export type Promised =
  | { atMost: number }
  | { atLeast: number }
  | { atMostTimes: number }
  | { atLeastTimes: number }
  | { atMostBeyond: number };

export interface Measurement {
  what: string;
  unit: string;
  /** One value of the panel for each round. */
  panel: readonly number[];
  /** The same without the panel, in the same rounds. */
  floor?: { name: string; values: readonly number[] };
  promise?: Promised;
}

/** The median of the same values at several numbers of tasks. */
export interface Growth {
  what: string;
  unit: string;
  medians: readonly number[];
}

/** Values of each round, by figure and column. */
export type Figures = Record<string, Record<string, number[]>>;

/** Of an even number of values, halfway between the two in the middle. */
function median(values: readonly number[]): number {
  const opposite = -percentile(values.map((value) => -value), 0.5);
  return (percentile(values, 0.5) + opposite) / 2;
}

/** Returns a table of measurements: median, minimum and maximum of the rounds. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ what, unit, panel, floor, promise }) => {
    const ratio = floor ? median(panel) / median(floor.values) : null;
    return [
      what,
      formatSpread(panel, unit),
      floor ? `${formatSpread(floor.values, unit)} ${floor.name}` : "",
      ratio === null ? "" : formatNumber(ratio),
      promise ? formatPromise(promise, unit) : "",
      promise
        ? (isReached(median(panel), floor ? median(floor.values) : Number.NaN, promise) ? "yes" : "no")
        : "",
    ];
  });
  return table(["What", "Panel", "Floor", "Ratio", "Promise", "Reached"], rows);
}

/** Returns a table of how costs grow with the number of tasks, and a chart of them. */
export function growthTable(sizes: readonly number[], growths: readonly Growth[]): string {
  const heads = sizes.map((size) => `${size.toLocaleString("en")} tasks`);
  const rows = growths.map(({ what, unit, medians }) => [
    what,
    ...medians.map((value) => `${formatNumber(value)} ${unit}`),
  ]);
  const drawn = growths.filter(({ what, unit }) => unit === "ms" && what.endsWith("p95"));
  const lines = drawn.map(({ medians }) => `  line [${medians.map((value) => value.toFixed(2)).join(", ")}]`);
  const axis = sizes.map((size) => `"${size.toLocaleString("en")}"`).join(", ");
  return [
    table(["What", ...heads], rows),
    "",
    `Drawn in this order: ${drawn.map(({ what }) => what).join("; ")}.`,
    "",
    "```mermaid",
    "xychart-beta",
    `  x-axis "tasks" [${axis}]`,
    `  y-axis "ms"`,
    ...lines,
    "```",
  ].join("\n");
}

/** Returns a table with a row for each figure: median, minimum and maximum of the rounds. */
export function figureTable(columns: readonly string[], figures: Figures): string {
  const lines = [["", ...columns], ["---", ...columns.map(() => "---:")]];
  for (const [figure, row] of Object.entries(figures)) {
    lines.push([figure, ...columns.map((column) => figureCell(row[column] ?? []))]);
  }
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function isReached(panel: number, floor: number, promise: Promised): boolean {
  if ("atMost" in promise) return panel <= promise.atMost;
  if ("atLeast" in promise) return panel >= promise.atLeast;
  if ("atMostTimes" in promise) return panel <= floor * promise.atMostTimes;
  if ("atLeastTimes" in promise) return panel >= floor * promise.atLeastTimes;
  return panel <= floor + promise.atMostBeyond;
}

function figureCell(values: readonly number[]): string {
  if (values.length === 0) return "–";
  const digits = Math.max(...values) < 10 ? 1 : 0;
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)]
    .map((value) => value.toFixed(digits));
  return values.length === 1 ? `${middle}` : `${middle} (${least}–${most})`;
}

function formatPromise(promise: Promised, unit: string): string {
  if ("atMost" in promise) return `≤ ${promise.atMost} ${unit}`;
  if ("atLeast" in promise) return `≥ ${promise.atLeast} ${unit}`;
  if ("atMostTimes" in promise) return `≤ ${promise.atMostTimes} × floor`;
  if ("atLeastTimes" in promise) return `≥ ${promise.atLeastTimes} × floor`;
  return `≤ floor + ${promise.atMostBeyond} ${unit}`;
}

function formatSpread(values: readonly number[], unit: string): string {
  const middle = `${formatNumber(median(values))} ${unit}`;
  if (values.length < 2) return middle;
  return `${middle} (${formatNumber(Math.min(...values))}–${formatNumber(Math.max(...values))})`;
}

function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
