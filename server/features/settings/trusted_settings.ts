// Who may change which setting. Some are equivalent to code: the panel runs what it downloads from a mirror,
// through a proxy or from the update address, and a key is the panel's identity to others.
import { plainSettings, type Settings, type SettingsPatch } from "../../contract/settings.ts";

/** `scope`: applications with the scope, too; `user`: users only; `step_up`: only users who re-authenticate. */
type ChangedBy = "scope" | "user" | "step_up";

const changedBy = {
  concurrency: "scope",
  language: "scope",
  followSystemLanguage: "scope",
  timeZone: "scope",
  title: "scope",
  theme: "scope",
  logRetentionDays: "scope",
  logKeepRuns: "scope",
  logMaxBytes: "scope",
  uploadMaxBytes: "scope",
  javascriptRuntime: "scope",
  taskTimeLimitMs: "scope",
  updateCheck: "scope",
  backups: "user",
  scriptAccess: "user",
  updateAddress: "step_up",
  passwordLogin: "step_up",
  pulseUrl: "user",
  proxy: "step_up",
  sshKey: "step_up",
  dependencies: "step_up",
} as const satisfies Record<keyof SettingsPatch, ChangedBy>;

const names = Object.keys(changedBy) as (keyof SettingsPatch)[]; // the keys of the table above

const stepUpNames = names.filter((name) => changedBy[name] === "step_up");

/** Settings whose change requires step-up, as an error names them. */
export const stepUpSettings = stepUpNames.flatMap((name) =>
  name === "dependencies"
    ? Object.keys(plainSettings.shape.dependencies.unwrap().shape).map((part) => `${name}.${part}`)
    : [name]
);

/** Returns the settings of a patch that require step-up; a value equal to the current one is not a change. */
export function sensitiveChanges(patch: SettingsPatch, now: Settings): string[] {
  return stepUpNames.flatMap((name) => {
    const sent = patch[name];
    if (sent === undefined) return [];
    if (name === "dependencies") return changedParts(name, patch.dependencies ?? {}, now.dependencies);
    // Saving trims spaces around an address; a submitted key is always a new one.
    return (typeof sent === "string" ? sent.trim() || null : sent) === now[name] ? [] : [name];
  });
}

/** Returns the settings of a patch that applications must not send. */
export function userSettings(patch: SettingsPatch): string[] {
  return names.filter((name) => changedBy[name] === "user" && patch[name] !== undefined);
}

function changedParts(name: string, sent: object, now: object): string[] {
  const before = new Map(Object.entries(now));
  return Object.entries(sent).filter(([part, value]) => value !== before.get(part))
    .map(([part]) => `${name}.${part}`);
}
