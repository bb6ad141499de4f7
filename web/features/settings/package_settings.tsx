import type { DependencySettings as Values, NodeManager } from "../../../server/contract/settings.ts";
import { Card } from "../../ui/data/card.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { AddressRow } from "../../shared/settings/address_row.tsx";
import { type SettingCardProps, SettingRow } from "../../shared/settings/setting_row.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

type AddressName = Exclude<keyof Values, "nodeManager">;

interface Part {
  title: string;
  mirror?: AddressName;
  mirrorHelp?: MessageKey;
  proxy: AddressName;
}

const parts: readonly Part[] = [
  { title: "Node", mirror: "nodeMirror", mirrorHelp: "settings.nodeMirrorHelp", proxy: "nodeProxy" },
  { title: "Python", mirror: "pythonMirror", mirrorHelp: "settings.pythonMirrorHelp", proxy: "pythonProxy" },
  { title: "Linux", proxy: "linuxProxy" },
  { title: "Deno", mirror: "denoMirror", mirrorHelp: "settings.denoMirrorHelp", proxy: "denoProxy" },
];

/** Renders the settings of package sources: mirrors and proxies, by type. */
export default function PackageSettings() {
  return (
    <LoadedSettings>
      {(props) => parts.map((part) => <PartCard key={part.title} {...part} {...props} />)}
    </LoadedSettings>
  );
}

function PartCard({ title, mirror, mirrorHelp, proxy, settings, busy, onSave }: Part & SettingCardProps) {
  const { t } = useMessages();
  const values = settings.dependencies;
  const set = (change: Partial<Values>) => void onSave({ dependencies: { ...values, ...change } });
  return (
    <Card title={title} flush>
      {title === "Node" && (
        <ManagerRow
          value={values.nodeManager}
          onValue={(nodeManager) => set({ nodeManager })}
        />
      )}
      {mirror && (
        <AddressRow
          id={mirror}
          title={t("settings.mirror")}
          label={`${title}: ${t("settings.mirror")}`}
          help={mirrorHelp ? t(mirrorHelp) : ""}
          value={values[mirror]}
          busy={busy}
          onSave={(value) => set({ [mirror]: value })}
        />
      )}
      <AddressRow
        id={proxy}
        title={t("settings.proxy")}
        label={`${title}: ${t("settings.proxy")}`}
        help={t(title === "Linux" ? "settings.linuxProxyHelp" : "settings.proxyHelp")}
        value={values[proxy]}
        busy={busy}
        onSave={(value) => set({ [proxy]: value })}
      />
    </Card>
  );
}

function ManagerRow({ value, onValue }: { value: NodeManager; onValue: (value: NodeManager) => void }) {
  const { t } = useMessages();
  return (
    <SettingRow id="nodeManager" title={t("settings.nodeManager")} help={t("settings.nodeManagerHelp")}>
      <SegmentedControl
        label={t("settings.nodeManager")}
        hideLabel
        value={value}
        options={[{ value: "npm", label: "npm" }, { value: "pnpm", label: "pnpm" }]}
        onValue={onValue}
      />
    </SettingRow>
  );
}
