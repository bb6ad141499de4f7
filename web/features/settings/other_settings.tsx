import { Monitor, Moon, Sun } from "lucide-react";
import { settingLimits } from "../../../server/contract/limits/settings.ts";
import type { JavascriptRuntime, Language, Settings } from "../../../server/contract/settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useLanguageSwitch } from "../../shared/page/use_language_switch.ts";
import { NumberRow, OptionalNumberRow, SizeRow, TextRow } from "../../shared/settings/draft_rows.tsx";
import { type SettingCardProps, SettingRow, SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { useSaveSettings, useSettings } from "../../shared/settings/use_settings.ts";
import { useTheme } from "../../theme/theme.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TimeZoneField } from "../../ui/inputs/time_zone_field.tsx";
import { AutomaticCard } from "../backups/automatic_card.tsx";
import { BackupCard } from "../backups/backup_card.tsx";
import { OutsideCard } from "./outside_card.tsx";

/** Renders the settings that have no tab of their own. */
export default function OtherSettings() {
  const { data, error, refetch } = useSettings();
  if (data) return <SettingCards settings={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SettingsSkeleton />;
}

function SettingCards({ settings }: { settings: Settings }) {
  const { save, busy, error } = useSaveSettings(settings);
  return (
    <div className="flex flex-col gap-5">
      <RunningCard settings={settings} busy={busy} onSave={save} />
      <AppearanceCard settings={settings} busy={busy} onSave={save} />
      <OutsideCard settings={settings} busy={busy} onSave={save} error={error} />
      <LogsCard settings={settings} busy={busy} onSave={save} />
      <UploadsCard settings={settings} busy={busy} onSave={save} />
      <BackupCard />
      <AutomaticCard settings={settings} busy={busy} onSave={save} />
    </div>
  );
}

/** Renders the maximum size of uploads. */
function UploadsCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.uploads")} help={t("settings.uploadsHelp")} flush>
      <SizeRow
        title={t("settings.uploadMaxBytes")}
        help={t("settings.uploadMaxBytesHelp")}
        value={settings.uploadMaxBytes}
        busy={busy}
        onSave={(uploadMaxBytes) => void onSave({ uploadMaxBytes })}
        min={1_000_000}
        max={settingLimits.sizeBytes}
      />
    </Card>
  );
}

/** Renders the maximum size of logs, and how long and how many are retained. */
function LogsCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.logs")} help={t("settings.logsHelp")} flush>
      <NumberRow
        title={t("settings.logRetention")}
        help={t("settings.logRetentionHelp")}
        value={settings.logRetentionDays}
        busy={busy}
        onSave={(logRetentionDays) => void onSave({ logRetentionDays })}
        min={1}
        max={settingLimits.logRetentionDays}
        unit={t("settings.days")}
      />
      <OptionalNumberRow
        title={t("settings.logKeepRuns")}
        help={t("settings.logKeepRunsHelp")}
        value={settings.logKeepRuns}
        busy={busy}
        onSave={(logKeepRuns) => void onSave({ logKeepRuns })}
        min={1}
        max={settingLimits.logKeepRuns}
        unit={t("settings.runsUnit")}
      />
      <SizeRow
        title={t("settings.logMaxBytes")}
        help={t("settings.logMaxBytesHelp")}
        value={settings.logMaxBytes}
        busy={busy}
        onSave={(logMaxBytes) => void onSave({ logMaxBytes })}
        min={64 * 1024}
        max={settingLimits.sizeBytes}
      />
    </Card>
  );
}

/** Renders theme, language and title of the panel. */
function AppearanceCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.appearance")} help={t("settings.appearanceHelp")} flush>
      <ThemeRow {...{ settings, busy, onSave }} />
      <LanguageRow {...{ settings, busy, onSave }} />
      <TextRow
        title={t("settings.panelTitle")}
        help={t("settings.panelTitleHelp")}
        value={settings.title}
        busy={busy}
        onSave={(title) => void onSave({ title })}
        maxLength={settingLimits.title}
      />
    </Card>
  );
}

function ThemeRow({ onSave }: SettingCardProps) {
  const { t } = useMessages();
  const { theme, setTheme } = useTheme();
  return (
    <SettingRow title={t("settings.theme")} help={t("settings.themeHelp")}>
      <SegmentedControl
        label={t("settings.theme")}
        hideLabel
        value={theme}
        options={[
          { value: "light", label: t("app.light"), icon: <Sun size={14} /> },
          { value: "dark", label: t("app.dark"), icon: <Moon size={14} /> },
          { value: "system", label: t("app.system"), icon: <Monitor size={14} /> },
        ]}
        onValue={(next) => {
          setTheme(next);
          void onSave({ theme: next });
        }}
      />
    </SettingRow>
  );
}

function LanguageRow({ busy, onSave }: SettingCardProps) {
  const { t, language } = useMessages();
  const switchTo = useLanguageSwitch({ loggedIn: true });
  const options: { value: Language; label: string }[] = [
    { value: "en", label: t("app.languageEnglish") },
    { value: "zh", label: t("app.languageChinese") },
  ];
  const choose = async (next: Language) => {
    if (await onSave({ language: next }) && next !== language) await switchTo(next);
  };
  return (
    <SettingRow title={t("settings.language")} help={t("settings.languageHelp")}>
      <Select
        label={t("settings.language")}
        hideLabel
        options={options}
        value={language}
        disabled={busy}
        onValue={(next) => void choose(next)}
      />
    </SettingRow>
  );
}

/** What holds for every task: how many at once, in which zone, with which runtime. */
function RunningCard({ settings, busy, onSave }: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.running")} help={t("settings.runningHelp")} flush>
      <NumberRow
        title={t("settings.concurrency")}
        help={t("settings.concurrencyHelp")}
        value={settings.concurrency}
        busy={busy}
        onSave={(concurrency) => void onSave({ concurrency })}
        min={1}
        max={settingLimits.concurrency}
      />
      <SettingRow title={t("settings.timeZone")} help={t("settings.timeZoneHelp")}>
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
      <RuntimeRow {...{ settings, busy, onSave }} />
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
    <SettingRow title={t("settings.runtime")} help={t("settings.runtimeHelp")}>
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
