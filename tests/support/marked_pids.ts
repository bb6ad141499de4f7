import { listProcesses, readEnvironment } from "../../server/platform/process/process_table.ts";

/** Lists the processes of the runs of a panel, by its data folder; empty for a panel that never started. */
export async function markedPids(dataDir: string): Promise<number[]> {
  const installation = await Deno.readTextFile(`${dataDir}/installation`).catch(neverStarted);
  if (installation === null) return [];
  const mark = `SUNDIAL_RUN_MARK=${installation.trim()}:`;
  return listProcesses().map(({ pid }) => pid)
    .filter((pid) => readEnvironment(pid).some((entry) => entry.startsWith(mark)));
}

function neverStarted(error: unknown): null {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
}
