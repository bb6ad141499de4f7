// The vertical axis of the duration chart. It uses a square-root scale, so that one long run does not flatten
// the others; its ticks make this visible.

const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 4, 8, 12].map((hours) => hours * 3_600_000),
  ...[1, 2, 5, 10, 30, 100, 366].map((days) => days * 86_400_000),
];
const min = 100;
/** Minimum distance of two ticks, as a share of the height. */
const apart = 0.22;

export interface DurationAxis {
  /** Maximum of the axis, milliseconds. */
  top: number;
  /** Durations with a grid line, ascending, including the maximum. */
  ticks: number[];
}

export function durationAxis(durations: readonly number[]): DurationAxis {
  const longest = Math.max(min, ...durations);
  const top = steps.find((step) => step >= longest) ?? longest;
  const ticks = [top];
  for (const step of steps.toReversed()) {
    const [lowest = top] = ticks;
    if (step < top && heightOf(lowest, top) - heightOf(step, top) >= apart && heightOf(step, top) >= apart) {
      ticks.unshift(step);
    }
  }
  return { top, ticks };
}

/** Returns the height of a duration, 0 to 1. */
export function heightOf(duration: number, top: number): number {
  return Math.sqrt(Math.min(1, Math.max(0, duration) / top));
}
