import { Suspense } from "react";
import { useLocation } from "wouter";
import { LinkTabs } from "../../ui/tabs.tsx";
import { useWords } from "../../words/use_words.tsx";
import { SettingsSkeleton } from "./settings_skeleton.tsx";
import { findTab, settingsTabs } from "./settings_tabs.ts";

/** The settings: one address per tab. */
export default function SettingsPage() {
  const { t } = useWords();
  const [address] = useLocation();
  const tab = findTab(address);
  return (
    <div className="flex w-full max-w-[880px] flex-col gap-5">
      <LinkTabs
        label={t("settings.tabs")}
        tabs={settingsTabs.map(({ href, label }) => ({ href, label: t(label) }))}
        current={tab?.href}
      />
      <Suspense key={tab?.href} fallback={<SettingsSkeleton />}>{tab && <tab.Part />}</Suspense>
    </div>
  );
}
