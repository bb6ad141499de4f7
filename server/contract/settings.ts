import { z } from "zod";
import { text } from "./shapes.ts";

export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const javascriptRuntimes = ["auto", "node", "deno"] as const;
export type JavascriptRuntime = (typeof javascriptRuntimes)[number];

const settable = {
  concurrency: z.int().min(1).max(1000),
  language: z.enum(languages),
  timeZone: z.string().max(100).nullable().meta({
    description: "null: the operator's TZ, else the system's",
  }),
  title: text(60).min(1),
  theme: z.enum(themes),
  logRetentionDays: z.int().min(1).max(3650),
  logKeepRuns: z.int().min(1).max(100_000).nullable().meta({
    description:
      "How many runs of each task, with their logs, are kept; null: all, for as long as the days say",
  }),
  logMaxBytes: z.int().min(64 * 1024).max(2 ** 40).meta({
    description: "Most bytes of one log; of a larger one, the first and the last part are kept",
  }),
  javascriptRuntime: z.enum(javascriptRuntimes),
};

export const settings = z.object({
  ...settable,
  effectiveTimeZone: z.string().meta({ description: "The zone that acts when a task names none" }),
  version: z.int(),
}).meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;

export const settingsPatch = z.strictObject(settable).partial().meta({ id: "SettingsPatch" });
export type SettingsPatch = z.infer<typeof settingsPatch>;
