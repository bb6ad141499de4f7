import * as z from "zod";

/** What a run has left for the tasks after its own, by name. */
export const runOutputs = z.record(z.string(), z.string());
export type RunOutputValues = z.infer<typeof runOutputs>;
