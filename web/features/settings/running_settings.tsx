import { settingLimits } from "../../../server/contract/limits/settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { NumberRow, OptionalNumberRow } from "../../shared/settings/draft_rows.tsx";
import {
  bindSettings,
  SelectRow,
  type SettingCardProps,
  SettingRow,
} from "../../shared/settings/setting_row.tsx";
import { useHasSeveralNodes } from "../../shared/nodes/use_nodes.ts";
import { Card } from "../../ui/data/card.tsx";
import { TimeZoneField } from "../../ui/inputs/time_zone_field.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

const MINUTE_MS = 60_000;

/** Renders what applies to every task: how many run at once and how long, in which time zone, with which runtime. */
export default function RunningSettings() {
  return <LoadedSettings>{(props) => <RunningCard {...props} />}</LoadedSettings>;
}

function RunningCard(props: SettingCardProps) {
  const { settings, busy, onSave } = props;
  const { t } = useMessages();
  const hasSeveralNodes = useHasSeveralNodes();
  const bound = bindSettings(props);
  const limit = settings.taskTimeLimitMs;
  return (
    <Card title={t("settings.running")} help={t("settings.runningHelp")} flush>
      <NumberRow
        {...bound("concurrency")}
        {...(hasSeveralNodes && { help: t("settings.concurrencyNodesHelp") })}
        max={settingLimits.concurrency}
      />
      <SettingRow id="timeZone">
        {(label) => (
          <TimeZoneField
            label={label}
            hideLabel
            searchLabel={t("settings.timeZoneSearch")}
            emptyLabel={settings.timeZone === null
              ? t("settings.timeZoneSystem", { zone: settings.effectiveTimeZone })
              : t("settings.timeZoneServer")}
            value={settings.timeZone ?? ""}
            disabled={busy}
            onValue={(zone) => void onSave({ timeZone: zone === "" ? null : zone })}
          />
        )}
      </SettingRow>
      <OptionalNumberRow
        id="taskTimeLimitMs"
        value={limit === null ? null : limit / MINUTE_MS}
        busy={busy}
        onSave={(minutes) => void onSave({ taskTimeLimitMs: minutes === null ? null : minutes * MINUTE_MS })}
        max={settingLimits.taskTimeLimitMs / MINUTE_MS}
        unit={t("settings.minutes")}
      />
      <SelectRow
        {...bound("javascriptRuntime")}
        options={[
          { value: "auto", label: t("settings.runtimeAuto") },
          { value: "node", label: "Node" },
          { value: "deno", label: "Deno" },
        ]}
      />
      <SelectRow
        {...bound("scriptAccess")}
        options={[
          { value: "write", label: t("settings.scriptAccessWrite") },
          { value: "read", label: t("settings.scriptAccessRead") },
          { value: "none", label: t("settings.scriptAccessNone") },
        ]}
      />
    </Card>
  );
}
