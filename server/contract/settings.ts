import { z } from "zod";
import { text } from "./shapes.ts";

export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const javascriptRuntimes = ["auto", "node", "deno"] as const;
export type JavascriptRuntime = (typeof javascriptRuntimes)[number];

export const nodeManagers = ["npm", "pnpm"] as const;
export type NodeManager = (typeof nodeManagers)[number];

/** Checked by `isWebAddress` when it is written. */
const webAddress = text(500).nullable().default(null);

/** Tells an address of another computer: without a password, which would stand in the settings for everybody to read. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s@/?#]+(?:\/[^\s@?#]*)?$/.test(value);
}

const dependencySettings = z.strictObject({
  nodeManager: z.enum(nodeManagers).default("npm"),
  nodeMirror: webAddress,
  nodeProxy: webAddress,
  pythonMirror: webAddress,
  pythonProxy: webAddress,
  linuxProxy: webAddress,
  denoMirror: webAddress,
  denoProxy: webAddress,
});
export type DependencySettings = z.infer<typeof dependencySettings>;

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
  dependencies: dependencySettings.meta({
    description: "Where packages come from; replaced as a whole, what is left out is as at first",
  }),
};

export const settings = z.object({
  ...settable,
  effectiveTimeZone: z.string().meta({ description: "The zone that acts when a task names none" }),
  version: z.int(),
}).meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;

export const settingsPatch = z.strictObject(settable).partial().meta({ id: "SettingsPatch" });
export type SettingsPatch = z.infer<typeof settingsPatch>;
