// The tabs of the settings, in order. The URL of a dialog over a tab belongs to that tab.
import type { ComponentType } from "react";
import type { PageAddress } from "../../../server/contract/addresses.ts";
import { paths } from "../../paths.ts";
import { useUpdateNews } from "../system/use_system.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { lazyPage } from "../../ui/feedback/lazy.tsx";

export interface SettingsTab {
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

export const settingsTabs: readonly SettingsTab[] = [
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
export function findTab(address: string): SettingsTab | undefined {
  const path = address.replace(/\/+$/, "");
  return settingsTabs.find(({ addresses }) => addresses.some((one) => one === path));
}
