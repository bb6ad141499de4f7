import { Monitor, Moon, Sun } from "../../ui/icons/icons.ts";
import { settingLimits } from "../../../server/contract/limits/settings.ts";
import { type LanguageChoice, languageChoice } from "../../messages/language.ts";
import { preferences } from "../../api/preferences.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useLanguageSwitch } from "../../shared/page/use_language_switch.ts";
import { TextRow } from "../../shared/settings/draft_rows.tsx";
import {
  bindSettings,
  SelectRow,
  type SettingCardProps,
  SettingRow,
} from "../../shared/settings/setting_row.tsx";
import { useTheme } from "../../theme/theme.tsx";
import { Card } from "../../ui/data/card.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { LoadedSettings } from "./loaded_settings.tsx";

/** Renders theme, language and title of the panel. */
export default function GeneralSettings() {
  return <LoadedSettings>{(props) => <AppearanceCard {...props} />}</LoadedSettings>;
}

function AppearanceCard(props: SettingCardProps) {
  const { t } = useMessages();
  return (
    <Card title={t("settings.appearance")} help={t("settings.appearanceHelp")} flush>
      <ThemeRow {...props} />
      <LanguageRow {...props} />
      <TextRow {...bindSettings(props)("title")} maxLength={settingLimits.title} />
    </Card>
  );
}

function ThemeRow({ settings, onSave }: SettingCardProps) {
  const { t } = useMessages();
  const { setTheme } = useTheme();
  return (
    <SettingRow id="theme">
      {(label) => (
        <SegmentedControl
          label={label}
          hideLabel
          value={settings.theme}
          options={[
            { value: "light", label: t("app.light"), icon: <Sun size={14} /> },
            { value: "dark", label: t("app.dark"), icon: <Moon size={14} /> },
            { value: "system", label: t("app.system"), icon: <Monitor size={14} /> },
          ]}
          onValue={(next) => {
            // Whoever sets it for all also wants it.
            preferences.set("theme", undefined);
            setTheme(next);
            void onSave({ theme: next });
          }}
        />
      )}
    </SettingRow>
  );
}

function LanguageRow({ busy, onSave }: SettingCardProps) {
  const { t, language } = useMessages();
  const switchTo = useLanguageSwitch({ loggedIn: true });
  const chosen = languageChoice(language);
  const choose = async (next: LanguageChoice) => {
    const change = next === "system"
      ? { followSystemLanguage: true }
      : { followSystemLanguage: false, language: next };
    if (await onSave(change) && next !== chosen) await switchTo(next);
  };
  return (
    <SelectRow
      id="language"
      value={chosen}
      busy={busy}
      options={[
        { value: "en", label: t("app.languageEnglish") },
        { value: "zh", label: t("app.languageChinese") },
        { value: "system", label: t("app.languageSystem") },
      ]}
      onSave={(next) => void choose(next)}
    />
  );
}
