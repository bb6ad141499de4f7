import * as z from "zod";
import { automaticBackups } from "./automatic_backups.ts";
import { line, text } from "./shapes.ts";
import { settingLimits } from "./limits/settings.ts";

export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const javascriptRuntimes = ["auto", "node", "deno"] as const;
export type JavascriptRuntime = (typeof javascriptRuntimes)[number];

export const nodeManagers = ["npm", "pnpm"] as const;
export type NodeManager = (typeof nodeManagers)[number];

/** Validated by `isWebAddress` when it is written. */
const webAddress = text(settingLimits.webAddress).nullable().default(null);

/**
 * Returns whether a text is the URL of another computer. A password in it is rejected, because everybody could read it
 * in the settings.
 */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s@/?#]+(?:\/[^\s@?#]*)?$/.test(value) && URL.canParse(value);
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
  concurrency: z.int().min(1).max(settingLimits.concurrency),
  language: z.enum(languages),
  timeZone: z.string().max(100).nullable().meta({
    description: "null: the operator's TZ, else the system's",
  }),
  title: line(settingLimits.title).min(1),
  theme: z.enum(themes),
  logRetentionDays: z.int().min(1).max(settingLimits.logRetentionDays),
  logKeepRuns: z.int().min(1).max(settingLimits.logKeepRuns).nullable().meta({
    description:
      "How many runs of each task, with their logs, are kept; null: all, for as long as the days say",
  }),
  logMaxBytes: z.int().min(64 * 1024).max(settingLimits.sizeBytes).meta({
    description: "Most bytes of one log; of a larger one, the first and the last part are kept",
  }),
  uploadMaxBytes: z.int().min(1_000_000).max(settingLimits.sizeBytes).meta({
    description: "Most bytes of one upload: a file, or an archive to restore",
  }),
  javascriptRuntime: z.enum(javascriptRuntimes),
  updateAddress: webAddress.unwrap().meta({
    description: "Where the description of the newest release lies; null: updates are off",
  }),
  updateCheck: z.boolean().meta({ description: "Whether to look for a newer release once a day" }),
  dependencies: dependencySettings.meta({
    description: "Where packages come from; replaced as a whole, what is left out is as at first",
  }),
  backups: automaticBackups.meta({
    description:
      "Backups that the panel makes by itself; replaced as a whole, what is left out is as at first",
  }),
};

/** A passphrase is one line. */
export const passphrase = text(settingLimits.passphrase).regex(/^[^\n\t]*$/);

const proxy = text(settingLimits.proxy).nullable().meta({
  description:
    "`http://`, `https://` or `socks5://`, for what the panel fetches where nothing else is said; null for none. A password in it is shown as `***`, and sending that keeps it",
});

export const settings = z.object({
  ...settable,
  proxy,
  sshKey: z.object({ type: z.string(), fingerprint: z.string() }).nullable().meta({
    description: "The key for ssh addresses of subscriptions that have none of their own; it is never sent",
  }),
  effectiveTimeZone: z.string().meta({ description: "The zone that acts when a task names none" }),
  version: z.int(),
}).meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;

/** Settings stored exactly as in the API; the others may contain secrets. */
export const plainSettings = z.strictObject(settable).partial();

export const settingsPatch = z.strictObject({
  ...settable,
  proxy,
  sshKey: z.strictObject({
    privateKey: text(settingLimits.privateKey).min(1),
    passphrase: passphrase.nullable().optional().meta({
      description: "Opens the key now; only the opened key is kept, sealed",
    }),
  }).nullable().meta({ description: "Written only; null removes it" }),
}).partial().meta({ id: "SettingsPatch" });
export type SettingsPatch = z.infer<typeof settingsPatch>;
