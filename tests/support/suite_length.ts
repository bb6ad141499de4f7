/** Whether the tests in `long/` take their long form. */
export const isLong = Deno.env.get("SUNDIAL_LONG") === "1";

/** Returns a number for the form of the suite that runs. */
export function byLength(short: number, long: number): number {
  return isLong ? long : short;
}

/** File that receives what tests measure, a line each; not set unless the run is recorded. */
export const FIGURES_FILE = "SUNDIAL_FIGURES";

/** Prints what a test measured, and adds it to the figures of a run that is recorded. */
export function reportFigure(what: string, figure: string): void {
  const text = `${what}: ${figure}${isLong ? "" : " (short form)"}`;
  // deno-lint-ignore no-console -- measured values
  console.log(text);
  const file = Deno.env.get(FIGURES_FILE);
  if (file !== undefined) Deno.writeTextFileSync(file, `${text}\n`, { append: true });
}
