import { endAll } from "./end_all.ts";
import { markedPids } from "./marked_pids.ts";
import { until } from "./until.ts";

/** Ends the runs that a stopped panel has left, and removes its folder once they cannot write to it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await until("no process of a run is left", async () => {
    const pids = await markedPids(dataDir);
    await endAll(pids);
    return pids.length === 0;
  });
  await Deno.remove(dataDir, { recursive: true });
}
