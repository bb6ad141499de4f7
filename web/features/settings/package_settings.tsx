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
  /** A second mirror, with its title. */
  other?: { mirror: AddressName; title: MessageKey; help: MessageKey };
  proxy: AddressName;
}

const parts: readonly Part[] = [
  { title: "Node", mirror: "nodeMirror", mirrorHelp: "settings.nodeMirrorHelp", proxy: "nodeProxy" },
  { title: "Python", mirror: "pythonMirror", mirrorHelp: "settings.pythonMirrorHelp", proxy: "pythonProxy" },
  { title: "Linux", mirror: "linuxMirror", mirrorHelp: "settings.linuxMirrorHelp", proxy: "linuxProxy" },
  {
    title: "Deno",
    mirror: "denoMirror",
    mirrorHelp: "settings.denoMirrorHelp",
    other: { mirror: "jsrMirror", title: "settings.jsrMirror", help: "settings.jsrMirrorHelp" },
    proxy: "denoProxy",
  },
];

/** Renders the settings of package sources: mirrors and proxies, by type. */
export default function PackageSettings() {
  return (
    <LoadedSettings>
      {(props) => parts.map((part) => <PartCard key={part.title} {...part} {...props} />)}
    </LoadedSettings>
  );
}

function PartCard(
  { title, mirror, mirrorHelp, other, proxy, settings, busy, onSave }: Part & SettingCardProps,
) {
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
          label={t("ui.labelAndValue", { label: title, value: t("settings.mirror") })}
          help={mirrorHelp ? t(mirrorHelp) : ""}
          value={values[mirror]}
          busy={busy}
          onSave={(value) => set({ [mirror]: value })}
        />
      )}
      {other && (
        <AddressRow
          id={other.mirror}
          title={t(other.title)}
          label={t("ui.labelAndValue", { label: title, value: t(other.title) })}
          help={t(other.help)}
          value={values[other.mirror]}
          busy={busy}
          onSave={(value) => set({ [other.mirror]: value })}
        />
      )}
      <AddressRow
        id={proxy}
        title={t("settings.proxy")}
        label={t("ui.labelAndValue", { label: title, value: t("settings.proxy") })}
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
