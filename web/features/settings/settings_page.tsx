import { Suspense } from "react";
import { useLocation } from "wouter";
import { classNames } from "../../ui/class_names.ts";
import { LinkTabs } from "../../ui/data/link_tabs.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/settings_skeleton.tsx";
import { findTab, settingsTabs } from "./settings_tabs.ts";

// The list of tabs never changes, so their hooks run in the same order.
function useTabs() {
  const { t } = useMessages();
  return settingsTabs.map(({ href, label, useNews }) => {
    const news = useNews?.();
    return { href, label: t(label), news: news && t(news) };
  });
}

/** Renders the settings, one URL per tab. */
export default function SettingsPage() {
  const { t } = useMessages();
  const [address] = useLocation();
  const tab = findTab(address);
  return (
    <div className="flex w-full max-w-[1600px] flex-col gap-5">
      <LinkTabs
        label={t("settings.tabs")}
        tabs={useTabs()}
        current={tab?.href}
      />
      <div className={classNames("w-full", !tab?.wide && "max-w-[880px]")}>
        <Suspense key={tab?.href} fallback={<SettingsSkeleton />}>{tab && <tab.Part />}</Suspense>
      </div>
    </div>
  );
}
