// Who may change which setting. Some are code in effect: what is downloaded from a mirror, through a proxy or from the update
// address is run by the panel, and a key is who the panel is for others.
import { plainSettings, type Settings, type SettingsPatch } from "../../contract/settings.ts";

/** `scope`: also applications with the scope; `person`: only people; `step_up`: only people who confirm their identity. */
type ChangedBy = "scope" | "person" | "step_up";

const changedBy = {
  concurrency: "scope",
  language: "scope",
  timeZone: "scope",
  title: "scope",
  theme: "scope",
  logRetentionDays: "scope",
  logKeepRuns: "scope",
  logMaxBytes: "scope",
  uploadMaxBytes: "scope",
  javascriptRuntime: "scope",
  updateCheck: "scope",
  backups: "person",
  updateAddress: "step_up",
  proxy: "step_up",
  sshKey: "step_up",
  dependencies: "step_up",
} as const satisfies Record<keyof SettingsPatch, ChangedBy>;

const names = Object.keys(changedBy) as (keyof SettingsPatch)[]; // the keys of the table above

const stepUpNames = names.filter((name) => changedBy[name] === "step_up");

/** Settings whose change requires step-up, as a refusal names them. */
export const stepUpSettings = stepUpNames.flatMap((name) =>
  name === "dependencies"
    ? Object.keys(plainSettings.shape.dependencies.unwrap().shape).map((part) => `${name}.${part}`)
    : [name]
);

/** Lists the settings of a patch that require step-up; what equals the present value is no change. */
export function sensitiveChanges(patch: SettingsPatch, now: Settings): string[] {
  return stepUpNames.flatMap((name) => {
    const sent = patch[name];
    if (sent === undefined) return [];
    if (name === "dependencies") return changedParts(name, patch.dependencies ?? {}, now.dependencies);
    // Spaces around an address are dropped when it is saved; a key that is sent is always a new one.
    return (typeof sent === "string" ? sent.trim() || null : sent) === now[name] ? [] : [name];
  });
}

/** Lists the settings of a patch that no application may send. */
export function personSettings(patch: SettingsPatch): string[] {
  return names.filter((name) => changedBy[name] === "person" && patch[name] !== undefined);
}

function changedParts(name: string, sent: object, now: object): string[] {
  const before = new Map(Object.entries(now));
  return Object.entries(sent).filter(([part, value]) => value !== before.get(part))
    .map(([part]) => `${name}.${part}`);
}
