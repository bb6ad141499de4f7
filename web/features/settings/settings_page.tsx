import { type ComponentType, Suspense } from "react";
import { Link, useLocation } from "wouter";
import type { PageAddress } from "../../../server/contract/addresses.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { classNames } from "../../ui/class_names.ts";
import { ScrollingNav } from "../../ui/data/scrolling_nav.tsx";
import { tabClass } from "../../ui/data/tabs.tsx";
import { lazyPage } from "../../ui/feedback/lazy.tsx";
import { useUpdateNews } from "../system/use_system.ts";

interface SettingsTab {
  /** The URL of the tab itself, then those of its dialogs. */
  addresses: readonly [PageAddress, ...PageAddress[]];
  href: string;
  label: MessageKey;
  Part: ComponentType;
  /** Whether the tab uses the full width, for tables; forms stay at a readable width. */
  wide?: boolean;
  /** Returns the message for the dot on the tab; undefined for no dot. */
  useNews?: () => MessageKey | undefined;
}

// In the order of the page. The URL of a dialog over a tab belongs to that tab.
const settingsTabs: readonly SettingsTab[] = [
  {
    addresses: ["/setting/security"],
    href: paths.security(),
    label: "security.tab",
    Part: lazyPage(() => import("../security/security_tab.tsx")),
  },
  {
    addresses: ["/setting/app", "/setting/appModal"],
    href: paths.applications(),
    label: "applications.tab",
    Part: lazyPage(() => import("../applications/applications_tab.tsx")),
    wide: true,
  },
  {
    addresses: ["/setting/notification"],
    href: paths.notifications(),
    label: "notifications.tab",
    Part: lazyPage(() => import("../notifications/notifications_tab.tsx")),
  },
  {
    addresses: ["/setting/systemLog"],
    href: paths.systemLog(),
    label: "systemLog.tab",
    Part: lazyPage(() => import("../system_log/system_log_tab.tsx")),
    wide: true,
  },
  {
    addresses: ["/setting/loginLog"],
    href: paths.loginLog(),
    label: "loginLog.tab",
    Part: lazyPage(() => import("../login_log/login_log_tab.tsx")),
    wide: true,
  },
  {
    addresses: ["/setting/auditLog"],
    href: paths.auditLog(),
    label: "audit.tab",
    Part: lazyPage(() => import("../audit/audit_tab.tsx")),
    wide: true,
  },
  {
    addresses: ["/setting/dependence"],
    href: paths.settingsDependencies(),
    label: "app.dependencies",
    Part: lazyPage(() => import("./dependency_settings.tsx")),
  },
  {
    addresses: ["/setting/other"],
    href: paths.settingsOther(),
    label: "settings.other",
    Part: lazyPage(() => import("./other_settings.tsx")),
  },
  {
    addresses: ["/setting/about", "/setting/checkUpdate"],
    href: paths.about(),
    label: "about.tab",
    Part: lazyPage(() => import("../system/about_tab.tsx")),
    useNews: useUpdateNews,
  },
];

/** Returns the tab of a URL. */
function findTab(address: string): SettingsTab | undefined {
  const path = address.replace(/\/+$/, "");
  return settingsTabs.find(({ addresses }) => addresses.some((one) => one === path));
}

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

interface LinkTab {
  href: string;
  label: string;
  /** What a dot on the tab means. */
  news?: string | undefined;
}

/** Renders tabs as links, so each tab has its own URL. When they do not all fit, the ends show that more follow. */
function LinkTabs(
  { label, tabs, current }: {
    label: string;
    tabs: readonly LinkTab[];
    /** The URL of the current tab. */
    current: string | undefined;
  },
) {
  return (
    <ScrollingNav
      label={label}
      current={current}
      className="flex-1 gap-3 scroll-px-12 border-b border-line xl:gap-5"
    >
      {tabs.map((tab) => <Tab key={tab.href} tab={tab} current={tab.href === current} />)}
    </ScrollingNav>
  );
}

function Tab({ tab: { href, label, news }, current }: { tab: LinkTab; current: boolean }) {
  return (
    <Link href={href} aria-current={current ? "page" : undefined} className={tabClass(current)}>
      {label}
      {news && (
        <span title={news} className="size-1.5 rounded-full bg-accent">
          <span className="sr-only">{news}</span>
        </span>
      )}
    </Link>
  );
}
