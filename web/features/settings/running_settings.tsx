import { settingLimits } from "../../../server/contract/limits/settings.ts";
import type { JavascriptRuntime, ScriptAccess } from "../../../server/contract/settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { NumberRow, OptionalNumberRow } from "../../shared/settings/draft_rows.tsx";
import { type SettingCardProps, SettingRow } from "../../shared/settings/setting_row.tsx";
import { useHasSeveralNodes } from "../../shared/nodes/use_nodes.ts";
import { Card } from "../../ui/data/card.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TimeZoneField } from "../../ui/inputs/time_zone_field.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

const MINUTE_MS = 60_000;

/** Renders what applies to every task: how many run at once and how long, in which time zone, with which runtime. */
export default function RunningSettings() {
  return <LoadedSettings>{(props) => <RunningCard {...props} />}</LoadedSettings>;
}

function RunningCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  const hasSeveralNodes = useHasSeveralNodes();
  return (
    <Card title={t("settings.running")} help={t("settings.runningHelp")} flush>
      <NumberRow
        id="concurrency"
        title={t("settings.concurrency")}
        help={t(hasSeveralNodes ? "settings.concurrencyNodesHelp" : "settings.concurrencyHelp")}
        value={settings.concurrency}
        busy={busy}
        onSave={(concurrency) => void onSave({ concurrency })}
        min={1}
        max={settingLimits.concurrency}
      />
      <SettingRow id="timeZone" title={t("settings.timeZone")} help={t("settings.timeZoneHelp")}>
        <TimeZoneField
          label={t("settings.timeZone")}
          hideLabel
          searchLabel={t("settings.timeZoneSearch")}
          emptyLabel={settings.timeZone === null
            ? t("settings.timeZoneSystem", { zone: settings.effectiveTimeZone })
            : t("settings.timeZoneServer")}
          value={settings.timeZone ?? ""}
          disabled={busy}
          onValue={(zone) => void onSave({ timeZone: zone === "" ? null : zone })}
        />
      </SettingRow>
      <OptionalNumberRow
        id="taskTimeLimitMs"
        title={t("settings.taskTimeLimit")}
        help={t("settings.taskTimeLimitHelp")}
        value={settings.taskTimeLimitMs === null ? null : settings.taskTimeLimitMs / MINUTE_MS}
        busy={busy}
        onSave={(minutes) => void onSave({ taskTimeLimitMs: minutes === null ? null : minutes * MINUTE_MS })}
        min={1}
        max={settingLimits.taskTimeLimitMs / MINUTE_MS}
        unit={t("settings.minutes")}
      />
      <RuntimeRow {...{ settings, busy, onSave }} />
      <ScriptAccessRow {...{ settings, busy, onSave }} />
    </Card>
  );
}

function RuntimeRow({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  const options: { value: JavascriptRuntime; label: string }[] = [
    { value: "auto", label: t("settings.runtimeAuto") },
    { value: "node", label: "Node" },
    { value: "deno", label: "Deno" },
  ];
  return (
    <SettingRow id="javascriptRuntime" title={t("settings.runtime")} help={t("settings.runtimeHelp")}>
      <Select
        label={t("settings.runtime")}
        hideLabel
        options={options}
        value={settings.javascriptRuntime}
        disabled={busy}
        onValue={(javascriptRuntime) => void onSave({ javascriptRuntime })}
      />
    </SettingRow>
  );
}

function ScriptAccessRow({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  const options: { value: ScriptAccess; label: string }[] = [
    { value: "write", label: t("settings.scriptAccessWrite") },
    { value: "read", label: t("settings.scriptAccessRead") },
    { value: "none", label: t("settings.scriptAccessNone") },
  ];
  return (
    <SettingRow id="scriptAccess" title={t("settings.scriptAccess")} help={t("settings.scriptAccessHelp")}>
      <Select
        label={t("settings.scriptAccess")}
        hideLabel
        options={options}
        value={settings.scriptAccess}
        disabled={busy}
        onValue={(scriptAccess) =>
          void onSave({ scriptAccess })}
      />
    </SettingRow>
  );
}
