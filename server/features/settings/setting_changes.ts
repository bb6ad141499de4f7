import type { AuditedChange } from "../../contract/changes.ts";
import { plainSettings } from "../../contract/settings.ts";
import { diffFields, type FieldReaders } from "../../platform/diff_fields.ts";
import { fieldsOf } from "../../platform/json_fields.ts";
import type { StoredSettings } from "./stored_settings.ts";

/** Settings that are replaced as a whole; their parts change one by one. */
const composite = ["dependencies", "backups"] as const;

/** Returns the settings that differ, with the password of a proxy masked and without keys. */
export function settingChanges(before: StoredSettings, after: StoredSettings): AuditedChange[] {
  const changes = diffFields({ ...plainReaders(), ...partReaders(before, after) }, before, after);
  const secrets = (["proxy", "sshKey"] as const).filter((name) =>
    before[name]?.sealed !== after[name]?.sealed
  )
    .map((field) => ({ field, from: visiblePart(before, field), to: visiblePart(after, field) }));
  return [...changes, ...secrets].map((change) => ({ kind: "settings", name: null, ...change }));
}

function plainReaders(): FieldReaders<StoredSettings> {
  const names = Object.keys(plainSettings.shape).filter((name) => !composite.some((one) => one === name));
  return Object.fromEntries(names.map((name) => [name, (settings) => fieldsOf(settings)[name]]));
}

function partReaders(...states: readonly StoredSettings[]): FieldReaders<StoredSettings> {
  const parts = composite.flatMap((name) => {
    const fields = new Set(states.flatMap((settings) => Object.keys(settings[name])));
    return [...fields].map((field) =>
      [`${name}.${field}`, (settings: StoredSettings) => fieldsOf(settings[name])[field]] as const
    );
  });
  return Object.fromEntries(parts);
}

function visiblePart(settings: StoredSettings, name: "proxy" | "sshKey"): string | null {
  return name === "proxy" ? settings.proxy?.shown ?? null : settings.sshKey?.fingerprint ?? null;
}
