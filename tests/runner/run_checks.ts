// deno-lint-ignore-file no-console -- output of a command
import { addCounts, type Count, nothing, oneFailed } from "./count.ts";
import { runDeno } from "./run_command.ts";

const LIMIT_MS = 5 * 60_000;
const checks = [["fmt", "--check"], ["lint"], ["check", "--quiet"]];

/**
 * Checks format, lint rules and types. Each check prints its output when it has ended, because tests may run
 * concurrently.
 */
export async function runChecks(): Promise<Count> {
  const counts: Count[] = [];
  for (const args of checks) {
    const { code, output } = await runDeno(args, { limitMs: LIMIT_MS, output: "held" });
    console.log(`\n── deno ${args.join(" ")}\n${output.trim()}`);
    counts.push(code === 0 ? { ...nothing, passed: 1 } : oneFailed);
  }
  return addCounts(counts);
}
