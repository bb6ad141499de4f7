import { readEnvironment } from "../../server/platform/process/process_table.ts";
import { until } from "./until.ts";

/** Kills processes, some of which may have ended already, and waits until they are gone. */
export async function endAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  }
  // An ended process has no environment, even if it has not been waited for.
  await until("processes to end", () => pids.every((pid) => readEnvironment(pid).join("") === ""));
}
