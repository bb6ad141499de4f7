import type { DependencySettings } from "../../../server/contract/settings.ts";
import { Card } from "../../ui/data/card.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { AddressRow } from "../../shared/settings/address_row.tsx";
import { type SettingCardProps, SettingRow } from "../../shared/settings/setting_row.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

interface Part {
  title: string;
  addresses: readonly Exclude<keyof DependencySettings, "nodeManager">[];
}

const parts: readonly Part[] = [
  { title: "Node", addresses: ["nodeMirror", "nodeProxy"] },
  { title: "Python", addresses: ["pythonMirror", "pythonProxy"] },
  { title: "Linux", addresses: ["linuxMirror", "linuxProxy"] },
  { title: "Deno", addresses: ["denoMirror", "jsrMirror", "denoProxy"] },
];

/** Renders the settings of package sources: mirrors and proxies, by type. */
export default function PackageSettings() {
  return (
    <LoadedSettings>
      {(props) => parts.map((part) => <PartCard key={part.title} {...part} {...props} />)}
    </LoadedSettings>
  );
}

function PartCard({ title, addresses, settings, busy, onSave }: Part & SettingCardProps) {
  const values = settings.dependencies;
  const set = (change: Partial<DependencySettings>) =>
    void onSave({ dependencies: { ...values, ...change } });
  return (
    <Card title={title} flush>
      {title === "Node" && (
        <SettingRow id="nodeManager">
          {(label) => (
            <SegmentedControl
              label={label}
              hideLabel
              value={values.nodeManager}
              options={[{ value: "npm", label: "npm" }, { value: "pnpm", label: "pnpm" }]}
              onValue={(nodeManager) => set({ nodeManager })}
            />
          )}
        </SettingRow>
      )}
      {addresses.map((id) => (
        <AddressRow
          key={id}
          id={id}
          value={values[id]}
          busy={busy}
          onSave={(value) => set({ [id]: value })}
        />
      ))}
    </Card>
  );
}
