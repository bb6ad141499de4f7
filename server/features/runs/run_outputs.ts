import { taskLimits } from "../../contract/limits/tasks.ts";
import type { RunOutputValues } from "../../contract/outputs.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** What is shown of the outputs of runs, by run ID. */
export type MaskedOutputs = ReadonlyMap<number, { outputs: RunOutputValues; outputFiles: number }>;

export const noOutputs: MaskedOutputs = new Map();

/** Reads what runs have left for the tasks after theirs, with secrets masked; runs that have left nothing are left out. */
export async function outputsOf(db: Database, runs: readonly Pick<RunRow, "id">[]): Promise<MaskedOutputs> {
  if (runs.length === 0) return noOutputs;
  const rows = await db.selectFrom("run_output").select(["run_id", "values_json", "files"])
    .where("run_id", "in", runs.map(({ id }) => id)).execute();
  return new Map(rows.map(({ run_id, values_json, files }) => {
    return [run_id, { outputs: storedJson<Record<string, string>>(values_json, {}), outputFiles: files }];
  }));
}

/** Returns outputs with long texts cut: a list can have megabytes of them. */
export function shortOutputs(outputs: RunOutputValues | null): RunOutputValues | null {
  const max = taskLimits.parameterPreview;
  return outputs && Object.fromEntries(
    Object.entries(outputs).map(([key, text]) => [key, text.length > max ? `${text.slice(0, max)}…` : text]),
  );
}
