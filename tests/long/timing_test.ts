// Response times reveal neither whether a user exists nor how much of a token is right.
import assert from "node:assert/strict";
import { loginDifference, tokenDifference } from "../bench/measure_timing.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";

const ATTEMPTS = byLength(200, 10_000);
/** Largest difference that nobody can use, in ms. */
const MAX_MS = 1;

for (
  const [what, measure] of [
    ["logins with a known and an unknown name", loginDifference],
    ["tokens with a wrong first and a wrong last character", tokenDifference],
  ] as const
) {
  Deno.test(`timing: ${what} are rejected equally fast`, async () => {
    const { ms, uncertainMs } = await measure(ATTEMPTS);
    // As far as the measurement can tell: load makes it less certain.
    assert.ok(Math.abs(ms) - uncertainMs < MAX_MS, `a difference of ${ms} ms`);
    reportFigure(what, `${ATTEMPTS} pairs: ${ms.toFixed(3)} ± ${uncertainMs.toFixed(3)} ms (99.9 %)`);
  });
}
