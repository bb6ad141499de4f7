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

export const scriptAccesses = ["write", "read", "none"] as const;
export type ScriptAccess = (typeof scriptAccesses)[number];

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

/** Returns whether a text is an address that the panel can request; unlike others, it may have a query. */
export function isPulseAddress(value: string): boolean {
  return isWebAddress(value.split("?", 1)[0] ?? "") && /^\S*$/.test(value) && URL.canParse(value);
}

const dependencySettings = z.strictObject({
  nodeManager: z.enum(nodeManagers).default("npm"),
  nodeMirror: webAddress,
  nodeProxy: webAddress,
  pythonMirror: webAddress,
  pythonProxy: webAddress,
  linuxMirror: webAddress.meta({
    description:
      "Base URL of a mirror of Debian, Ubuntu or Alpine; the machine's own configuration stays as it is",
  }),
  linuxProxy: webAddress,
  denoMirror: webAddress.meta({ description: "URL of an npm registry for `npm:` imports" }),
  jsrMirror: webAddress.meta({ description: "URL of a JSR registry for `jsr:` imports" }),
  denoProxy: webAddress,
});
export type DependencySettings = z.infer<typeof dependencySettings>;

const settable = {
  concurrency: z.int().min(1).max(settingLimits.concurrency),
  language: z.enum(languages),
  followSystemLanguage: z.boolean().meta({
    description:
      "Whether browsers in which no language was chosen use their own instead of `language`, which is also that of messages",
  }),
  timeZone: z.string().max(100).nullable().meta({
    description: "Default time zone; null for the one in the `TZ` environment variable, or else the system's",
  }),
  title: line(settingLimits.title).min(1),
  theme: z.enum(themes),
  logRetentionDays: z.int().min(1).max(settingLimits.logRetentionDays).nullable().meta({
    description: "Days after which runs and their logs are deleted; null to keep them",
  }),
  logKeepRuns: z.int().min(1).max(settingLimits.logKeepRuns).nullable().meta({
    description:
      "Maximum number of runs to keep for each task, with their logs; null to limit them only by `logRetentionDays`",
  }),
  logMaxBytes: z.int().min(64 * 1024).max(settingLimits.sizeBytes).meta({
    description: "Maximum size of a log in bytes; a larger log keeps its beginning and its end",
  }),
  uploadMaxBytes: z.int().min(1_000_000).max(settingLimits.sizeBytes).meta({
    description: "Maximum size of an upload in bytes: a file, or a backup to restore",
  }),
  javascriptRuntime: z.enum(javascriptRuntimes),
  scriptAccess: z.enum(scriptAccesses).meta({
    description:
      "What running scripts may do with `QLAPI` and the tokens of their runs: `write` to change tasks, variables, subscriptions and notifications and to read logs, `read` only to read these, or `none`",
  }),
  taskTimeLimitMs: z.int().min(1_000).max(settingLimits.taskTimeLimitMs).nullable().meta({
    description:
      "Time limit in milliseconds of tasks that set none, neither themselves nor by `CommandTimeoutTime` in config.sh; null for none",
  }),
  updateAddress: webAddress.unwrap().meta({
    description: "URL of the manifest of the latest release; null turns updates off",
  }),
  updateCheck: z.boolean().meta({ description: "Whether to check for a newer release once a day" }),
  passwordLogin: z.boolean().meta({
    description:
      "Whether people can log in with a password. Can be turned off when two administrators can log in by a provider or a passkey; `sundial reset-password` turns it on again.",
  }),
  pulseUrl: webAddress.unwrap().meta({
    description: "URL that the panel requests every minute while it plans; null for none",
  }),
  dependencies: dependencySettings.meta({
    description: "Sources of packages. Replaced as a whole: omitted fields are reset to their defaults.",
  }),
  backups: automaticBackups.meta({
    description:
      "Schedule and contents of automatic backups. Replaced as a whole: omitted fields are reset to their defaults.",
  }),
};

export const passphrase = text(settingLimits.passphrase).regex(/^[^\n\t]*$/);

const proxy = text(settingLimits.proxy).nullable().meta({
  description:
    "Default proxy for requests of the panel, an `http://`, `https://` or `socks5://` URL; null for none. A password in it is returned as `***`; sending `***` back keeps the stored password.",
});

export const settings = z.object({
  ...settable,
  proxy,
  sshKey: z.object({ type: z.string(), fingerprint: z.string() }).nullable().meta({
    description: "SSH key for subscriptions without a key of their own; the private key is never returned",
  }),
  effectiveTimeZone: z.string().meta({ description: "Time zone of tasks that do not set one" }),
  version: z.int(),
}).meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;

/** Returns the settings without addresses, which may contain secrets and which only administrators can change. */
export function withoutAddresses(all: Settings): Settings {
  const none = { updateAddress: null, pulseUrl: null, proxy: null, sshKey: null };
  return { ...all, ...none, dependencies: dependencySettings.parse({}) };
}

/** Settings stored exactly as in the API; the others may contain secrets. */
export const plainSettings = z.strictObject(settable).partial();

export const settingsPatch = z.strictObject({
  ...settable,
  proxy,
  sshKey: z.strictObject({
    privateKey: text(settingLimits.privateKey).min(1),
    passphrase: passphrase.nullable().optional().meta({
      description:
        "Passphrase of the key. It is used once: the key is stored encrypted by the panel, without the passphrase.",
    }),
  }).nullable().meta({ description: "The private SSH key, write-only; null removes it" }),
}).partial().meta({ id: "SettingsPatch" });
export type SettingsPatch = z.infer<typeof settingsPatch>;
