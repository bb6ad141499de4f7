// Long operations of the panel itself, as reported by `GET /api/system/progress`: one at a time.
import * as z from "zod";
import { instant } from "./shapes.ts";

export const progressKinds = ["backup", "restore", "update", "restart"] as const;
export type ProgressKind = (typeof progressKinds)[number];

/** The steps of each operation, in order; the page has a message for each. */
export const progressSteps = {
  backup: ["preparing", "database", "files", "proving"],
  restore: ["unpacking", "checking", "restarting"],
  update: ["downloading", "verifying", "replacing", "restarting"],
  restart: ["restarting"],
} as const satisfies Record<ProgressKind, readonly string[]>;
export type ProgressStep = (typeof progressSteps)[ProgressKind][number];

const steps = [...new Set(Object.values(progressSteps).flat())] as [ProgressStep, ...ProgressStep[]];

export const progress = z.object({
  kind: z.enum(progressKinds),
  step: z.enum(steps),
  percent: z.int().min(0).max(100).nullable().meta({
    description: "Progress of the current step in percent; null if unknown",
  }),
  startedAt: instant,
  /** Ended, successfully or not. */
  done: z.boolean(),
  error: z.object({ code: z.string(), title: z.string(), detail: z.string() }).nullable(),
}).meta({ id: "Progress" });
export type Progress = z.infer<typeof progress>;

/** Null: there has been no operation since the panel started. */
export const progressResult = z.object({ current: progress.nullable() });
export type ProgressResult = z.infer<typeof progressResult>;
