import type { MissingPackage } from "../../contract/dependencies.ts";
import type { Run } from "../../contract/runs.ts";
import { missingInLog } from "./log_misses.ts";
import { nameOf } from "./name_of.ts";
import { readTail } from "./read_tail.ts";
import type { Dependencies } from "./service.ts";

/** What a program misses it says last. */
const TAIL_BYTES = 256 * 1024;

export interface MissingOptions {
  dependencies: Dependencies;
  runs: { get(id: number): Promise<Run> };
  /** Folder of all logs. */
  logs: string;
}

/** Finds what the log of a run says is missing and is not installed by now. Throws `not_found`. */
export async function findMissing(
  id: number,
  { dependencies, runs, logs }: MissingOptions,
): Promise<MissingPackage[]> {
  const { logPath, state } = await runs.get(id);
  if (logPath === null || (state !== "failed" && state !== "timed_out")) return [];
  const missing = missingInLog(await readTail(logs, logPath, TAIL_BYTES));
  const left: MissingPackage[] = [];
  for (const one of missing) {
    if (!(await dependencies.areInstalled(one.type)).has(nameOf(one).key)) left.push(one);
  }
  return left;
}
