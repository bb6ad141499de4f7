import { LinkTabs } from "../../ui/tabs.tsx";
import { paths } from "../../paths.ts";
import { useWords } from "../../words/use_words.tsx";
import { OtherSettings } from "./other_settings.tsx";

/** The settings: one address per tab. */
export default function SettingsPage() {
  const { t } = useWords();
  return (
    <div className="flex w-full max-w-[880px] flex-col gap-5">
      <LinkTabs
        label={t("settings.tabs")}
        tabs={[{ href: paths.settingsOther(), label: t("settings.other") }]}
      />
      <OtherSettings />
    </div>
  );
}
