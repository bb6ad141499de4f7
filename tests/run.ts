// deno-lint-ignore-file no-console -- output of a command
// Runs all tests, or the groups that the arguments name, after building the panel and providing a browser if needed.
// `--changed`, or `--changed=<commit>`, runs only what the changes since the last or that commit can reach; `--times` prints what each
// file took; `--record` writes what the tests measured to docs/measurements/long.md. The last line is `N passed, N failed`; the exit
// code is 1 when a test failed or did not finish.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listChanged, listCode, reachedBy } from "./runner/changed.ts";
import { addCounts, closingLine, type Count, nothing } from "./runner/count.ts";
import { groups } from "./runner/groups.ts";
import { recordFigures } from "./runner/record_figures.ts";
import { runChecks } from "./runner/run_checks.ts";
import { runGroups } from "./runner/run_groups.ts";

const options = /^--(record|times|changed(=.+)?)$/;

/** Runs the checks beside the tests, which assert no durations. */
async function run(wanted: string[]): Promise<Count> {
  const changed = await readChanged();
  const checks = wanted.includes("checks")
    ? runChecks({ whole: named.length === 0, changed })
    : Promise.resolve(nothing);
  const tests = runGroups(wanted.filter((name) => name !== "checks"), {
    times: Deno.args.includes("--times"),
    repeats: named.length === 0,
    isWanted: changed === null ? () => true : reachedBy(changed, await readSources()),
  });
  return addCounts(await Promise.all([checks, tests]));
}

/** Returns the files whose changes are to be tested; null for all. */
async function readChanged(): Promise<string[] | null> {
  const option = Deno.args.find((argument) => argument.startsWith("--changed"));
  return option === undefined ? null : await listChanged(option.split("=")[1] ?? "HEAD");
}

async function readSources(): Promise<Map<string, string>> {
  const paths = await listCode();
  return new Map(paths.filter((path) => existsSync(path)).map((path) => [path, readFileSync(path, "utf8")]));
}

const testSettings = ["SUNDIAL_CHROMIUM", "SUNDIAL_LONG", "SUNDIAL_SLOW_BROWSER"];

/** Removes the user's own settings of a panel, which panels of tests would inherit, and turns off colors in files. */
function cleanEnvironment(): void {
  const settings = Object.keys(Deno.env.toObject()).filter((name) => name.startsWith("SUNDIAL_"));
  if (!Deno.stdout.isTerminal()) Deno.env.set("NO_COLOR", "1");
  for (const name of settings) if (!testSettings.includes(name)) Deno.env.delete(name);
}

const known = ["checks", ...Object.keys(groups)];
const named = Deno.args.filter((argument) => !options.test(argument));
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(", ")}; the groups are ${known.join(", ")}`);
  Deno.exit(2);
}
Deno.chdir(join(import.meta.dirname!, ".."));
cleanEnvironment();
const wanted = named.length > 0 ? named : known;
const count = await (Deno.args.includes("--record") ? recordFigures(() => run(wanted)) : run(wanted));
console.log(`\n${closingLine(count)}`);
Deno.exit(count.failed > 0 || count.unfinished > 0 || count.passed === 0 ? 1 : 0);
