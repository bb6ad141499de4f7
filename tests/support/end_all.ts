import { readEnvironment } from "../../server/platform/process/process_table.ts";
import { until } from "./until.ts";

/** Kills processes, of which some may have ended by themselves, and waits until they are gone. */
export async function endAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  // What has ended has no environment, whether or not somebody has asked for its exit code.
  await until("processes to end", () => pids.every((pid) => readEnvironment(pid).join("") === ""));
}
