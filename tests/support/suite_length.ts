/** Whether the tests in `long/` take their long form. */
export const isLong = Deno.env.get("SUNDIAL_LONG") === "1";

/** Returns a number for the form of the suite that runs. */
export function byLength(short: number, long: number): number {
  return isLong ? long : short;
}

/** Prints what a test measured, for docs/measurements.md. */
export function reportFigure(what: string, figure: string): void {
  // deno-lint-ignore no-console -- measured values
  console.log(`${what}: ${figure}${isLong ? "" : " (short form)"}`);
}
