import { listProcesses, readEnvironment } from "../../server/platform/process/process_table.ts";

/** Lists the processes of runs of the panel over a data folder, however they came about. */
export async function markedPids(dataDir: string): Promise<number[]> {
  const installation = (await Deno.readTextFile(`${dataDir}/installation`)).trim();
  const mark = `SUNDIAL_RUN_MARK=${installation}:`;
  return listProcesses().map(({ pid }) => pid)
    .filter((pid) => readEnvironment(pid).some((entry) => entry.startsWith(mark)));
}
