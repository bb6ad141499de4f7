// deno-lint-ignore-file no-console -- output of a command
import { addCounts, type Count, nothing, oneFailed } from "./count.ts";
import { CUT_OFF, runDeno } from "./run_command.ts";

/** The check of the types prints nothing until its end, and takes minutes on a machine that runs tests beside it. */
const LIMIT_MS = 30 * 60_000;

export interface ChecksOptions {
  /** Whether `deno check` checks the types, which takes minutes, instead of the native compiler. */
  whole: boolean;
  /** The files that have changed since all were checked, as paths from the root; null for all files. */
  changed: readonly string[] | null;
}

/**
 * Checks format, lint rules and types. Each check prints its output when it has ended, because tests may run
 * concurrently.
 */
export async function runChecks(options: ChecksOptions): Promise<Count> {
  const counts: Count[] = [];
  for (const args of checksOf(options)) {
    const { code, output } = await runDeno(args, { limitMs: LIMIT_MS, output: "held" });
    console.log(`\n── deno ${args.slice(0, 3).join(" ")}\n${output.trim()}`);
    counts.push(countOf(code));
  }
  return addCounts(counts);
}

function countOf(code: number): Count {
  if (code === CUT_OFF) return { ...nothing, unfinished: 1 };
  return code === 0 ? { ...nothing, passed: 1 } : oneFailed;
}

/** Returns the checks as arguments of `deno`. Format and types need no list of files: they remember what they have checked. */
export function checksOf({ whole, changed }: ChecksOptions): string[][] {
  const files = changed === null || changed.some(changesRules) ? null : changed.filter(isCode);
  return [
    ["fmt", "--check"],
    ...files?.length === 0 ? [] : [["lint", "--permit-no-files", ...files ?? []]],
    whole ? ["check", "--quiet"] : ["run", "-A", "tools/check_types.ts"],
  ];
}

function changesRules(path: string): boolean {
  return path === "deno.json" || path.startsWith("tests/architecture/");
}

function isCode(path: string): boolean {
  return /\.tsx?$/.test(path);
}
