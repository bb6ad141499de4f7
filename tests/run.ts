// deno-lint-ignore-file no-console -- what a command says goes to its console
// Runs the tests: everything, or what the arguments name. What they need is made first: the page, a browser.
// The last line is `N passed, N failed`, and the exit code says the same.

import { join } from "node:path";
import { addCounts, closingLine, type Count, nothing } from "./runner/count.ts";
import { groups } from "./runner/groups.ts";
import { runChecks } from "./runner/run_checks.ts";
import { runGroup } from "./runner/run_group.ts";

/** The checks go beside the quick tests, which measure no time and wait a good deal; the groups one after the other. */
async function run(wanted: string[]): Promise<Count> {
  const checks = wanted.includes("checks") ? runChecks() : Promise.resolve(nothing);
  const counts: Count[] = [];
  for (const [name, group] of Object.entries(groups)) {
    if (group.way !== "workers") await checks;
    if (wanted.includes(name)) counts.push(await runGroup(name, group));
  }
  return addCounts([await checks, ...counts]);
}

/** Settings of the tests themselves. */
const ours = ["SUNDIAL_CHROMIUM", "SUNDIAL_SLOW_BROWSER"];

/** Takes away the settings of whoever runs the tests, which a panel that a test opens must not meet; no colours in a file. */
function tidyEnvironment(): void {
  const settings = Object.keys(Deno.env.toObject()).filter((name) => name.startsWith("SUNDIAL_"));
  if (!Deno.stdout.isTerminal()) Deno.env.set("NO_COLOR", "1");
  for (const name of settings) if (!ours.includes(name)) Deno.env.delete(name);
}

const known = ["checks", ...Object.keys(groups)];
const unknown = Deno.args.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(", ")}; the groups are ${known.join(", ")}`);
  Deno.exit(2);
}
Deno.chdir(join(import.meta.dirname!, ".."));
tidyEnvironment();
const count = await run(Deno.args.length > 0 ? Deno.args : known);
console.log(`\n${closingLine(count)}`);
Deno.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);
