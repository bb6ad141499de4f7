import {
  Activity,
  AppWindow,
  Archive,
  Bell,
  FolderInput,
  Gauge,
  Globe,
  HardDrive,
  Info,
  Package,
  ScrollText,
  Server,
  Settings2,
  ShieldCheck,
} from "../../ui/icons/icons.ts";
import type { ComponentType } from "react";
import type { PageAddress } from "../../../server/contract/addresses.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { paths } from "../../paths.ts";
import { lazyPage } from "../../ui/feedback/lazy.tsx";
import { useUpdateNews } from "../system/use_system.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";

export interface SettingsPart {
  /** The URL of the page itself, then those of its dialogs. */
  addresses: readonly [PageAddress, ...PageAddress[]];
  href: string;
  label: MessageKey;
  Part: ComponentType;
  /** Whether the page uses the full width, for tables; forms stay at a readable width. */
  wide?: boolean;
}

/** An entry of the rail: a page, or several that are tabs of each other. */
export interface RailEntry {
  label: MessageKey;
  Icon: ComponentType<{ size?: number }>;
  parts: readonly [SettingsPart, ...SettingsPart[]];
  /** Returns the message for the dot on the entry; undefined for no dot. */
  useNews?: () => MessageKey | undefined;
}

function entry(
  Icon: RailEntry["Icon"],
  part: SettingsPart,
  useNews?: RailEntry["useNews"],
): RailEntry {
  return { label: part.label, Icon, parts: [part], ...(useNews && { useNews }) };
}

/** The entries of the rail in their order, below the headings of their groups. */
export const railGroups: readonly { label: MessageKey; entries: readonly RailEntry[] }[] = [
  {
    label: "settings.groupPanel",
    entries: [
      entry(Settings2, {
        addresses: ["/setting/general"],
        href: paths.generalSettings(),
        label: "settings.pageGeneral",
        Part: lazyPage(() => import("./general_settings.tsx")),
      }),
      entry(Gauge, {
        addresses: ["/setting/running"],
        href: paths.runningSettings(),
        label: "settings.pageRunning",
        Part: lazyPage(() => import("./running_settings.tsx")),
      }),
      entry(Server, {
        addresses: ["/setting/nodes"],
        href: paths.nodes(),
        label: "nodes.tab",
        Part: lazyPage(() => import("../nodes/nodes_tab.tsx")),
        wide: true,
      }),
      entry(HardDrive, {
        addresses: ["/setting/storage"],
        href: paths.storageSettings(),
        label: "settings.pageStorage",
        Part: lazyPage(() => import("./storage_settings.tsx")),
      }),
      entry(Archive, {
        addresses: ["/setting/backups"],
        href: paths.backups(),
        label: "settings.pageBackups",
        Part: lazyPage(() => import("./backup_settings.tsx")),
      }),
      entry(FolderInput, {
        addresses: ["/setting/import"],
        href: paths.importData(),
        label: "dataImport.page",
        Part: lazyPage(() => import("../imports/import_tab.tsx")),
      }),
      entry(Globe, {
        addresses: ["/setting/network"],
        href: paths.networkSettings(),
        label: "settings.pageNetwork",
        Part: lazyPage(() => import("./network_settings.tsx")),
      }),
      entry(Package, {
        addresses: ["/setting/dependence"],
        href: paths.packageSettings(),
        label: "settings.pagePackages",
        Part: lazyPage(() => import("./package_settings.tsx")),
      }),
    ],
  },
  {
    label: "settings.groupAccess",
    entries: [
      entry(ShieldCheck, {
        addresses: ["/setting/security"],
        href: paths.security(),
        label: "security.tab",
        Part: lazyPage(() => import("../security/security_tab.tsx")),
      }),
      entry(Bell, {
        addresses: ["/setting/notification"],
        href: paths.notifications(),
        label: "notifications.tab",
        Part: lazyPage(() => import("../notifications/notifications_tab.tsx")),
      }),
      entry(Activity, {
        addresses: ["/setting/status"],
        href: paths.statusPages(),
        label: "statusPages.tab",
        Part: lazyPage(() => import("../status_pages/status_pages_tab.tsx")),
      }),
      entry(AppWindow, {
        addresses: ["/setting/app", "/setting/appModal"],
        href: paths.applications(),
        label: "applications.tab",
        Part: lazyPage(() => import("../applications/applications_tab.tsx")),
        wide: true,
      }),
    ],
  },
  {
    label: "settings.groupSystem",
    entries: [
      {
        label: "settings.pageLogs",
        Icon: ScrollText,
        parts: [
          {
            addresses: ["/setting/auditLog"],
            href: paths.auditLog(),
            label: "audit.tab",
            Part: lazyPage(() => import("../audit/audit_tab.tsx")),
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
            addresses: ["/setting/systemLog"],
            href: paths.systemLog(),
            label: "systemLog.tab",
            Part: lazyPage(() => import("../system_log/system_log_tab.tsx")),
            wide: true,
          },
        ],
      },
      entry(
        Info,
        {
          addresses: ["/setting/about", "/setting/checkUpdate"],
          href: paths.about(),
          label: "about.tab",
          Part: lazyPage(() => import("../system/about_tab.tsx")),
        },
        useUpdateNews,
      ),
    ],
  },
];

/** Returns the page of a URL and the entry that leads to it. */
export function findPart(address: string): { entry: RailEntry; part: SettingsPart } | null {
  const path = trimEnd(address, "/");
  for (const { entries } of railGroups) {
    for (const entry of entries) {
      const part = entry.parts.find(({ addresses }) => addresses.some((one) => one === path));
      if (part) return { entry, part };
    }
  }
  return null;
}
