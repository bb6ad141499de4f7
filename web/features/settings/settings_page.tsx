import { useLocation } from "wouter";
import { LinkTabs } from "../../ui/tabs.tsx";
import { paths } from "../../paths.ts";
import { useWords } from "../../words/use_words.tsx";
import { DependencySettings } from "./dependency_settings.tsx";
import { OtherSettings } from "./other_settings.tsx";

/** The settings: one address per tab. */
export default function SettingsPage() {
  const { t } = useWords();
  const [typed] = useLocation();
  const address = typed.replace(/\/+$/, "");
  return (
    <div className="flex w-full max-w-[880px] flex-col gap-5">
      <LinkTabs
        label={t("settings.tabs")}
        tabs={[
          { href: paths.settingsDependencies(), label: t("shell.dependencies") },
          { href: paths.settingsOther(), label: t("settings.other") },
        ]}
      />
      {address === paths.settingsDependencies() ? <DependencySettings /> : <OtherSettings />}
    </div>
  );
}
