import * as z from "zod";

export const health = z.object({
  status: z.enum(["ok", "starting", "degraded"]),
  version: z.string(),
  parts: z.record(z.string(), z.enum(["ok", "degraded"])).optional(),
  counts: z.record(z.string(), z.int()).optional(),
}).meta({ id: "Health" });
export type Health = z.infer<typeof health>;
