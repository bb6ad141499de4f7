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
  UserRound,
} from "../../ui/icons/icons.ts";
import type { ComponentType } from "react";
import type { PageAddress } from "../../../server/contract/addresses.ts";
import type { Permission } from "../../api/use_permissions.ts";
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
  /** What a person needs for the page; null for everyone with an account. */
  needs: Permission | null;
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

interface RailGroup {
  label: MessageKey;
  entries: readonly RailEntry[];
}

/** The entries of the rail in their order, below the headings of their groups. */
const railGroups: readonly RailGroup[] = [
  {
    label: "settings.groupPanel",
    entries: [
      entry(Settings2, {
        addresses: ["/setting/general"],
        href: paths.generalSettings(),
        needs: "system:write",
        label: "settings.pageGeneral",
        Part: lazyPage(() => import("./general_settings.tsx")),
      }),
      entry(Gauge, {
        addresses: ["/setting/running"],
        href: paths.runningSettings(),
        needs: "system:write",
        label: "settings.pageRunning",
        Part: lazyPage(() => import("./running_settings.tsx")),
      }),
      entry(Server, {
        addresses: ["/setting/nodes"],
        href: paths.nodes(),
        needs: "system:read",
        label: "nodes.tab",
        Part: lazyPage(() => import("../nodes/nodes_tab.tsx")),
        wide: true,
      }),
      entry(HardDrive, {
        addresses: ["/setting/storage"],
        href: paths.storageSettings(),
        needs: "system:write",
        label: "settings.pageStorage",
        Part: lazyPage(() => import("./storage_settings.tsx")),
      }),
      entry(Archive, {
        addresses: ["/setting/backups"],
        href: paths.backups(),
        needs: "administrator",
        label: "settings.pageBackups",
        Part: lazyPage(() => import("./backup_settings.tsx")),
      }),
      entry(FolderInput, {
        addresses: ["/setting/import"],
        href: paths.importData(),
        needs: "administrator",
        label: "dataImport.page",
        Part: lazyPage(() => import("../imports/import_tab.tsx")),
      }),
      entry(Globe, {
        addresses: ["/setting/network"],
        href: paths.networkSettings(),
        needs: "system:write",
        label: "settings.pageNetwork",
        Part: lazyPage(() => import("./network_settings.tsx")),
      }),
      entry(Package, {
        addresses: ["/setting/dependence"],
        href: paths.packageSettings(),
        needs: "system:write",
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
        needs: null,
        label: "security.tab",
        Part: lazyPage(() => import("../security/security_tab.tsx")),
      }),
      entry(UserRound, {
        addresses: ["/setting/accounts"],
        href: paths.accounts(),
        needs: "administrator",
        label: "accounts.tab",
        Part: lazyPage(() => import("../accounts/accounts_tab.tsx")),
        wide: true,
      }),
      entry(Bell, {
        addresses: ["/setting/notification"],
        href: paths.notifications(),
        needs: null,
        label: "notifications.tab",
        Part: lazyPage(() => import("../notifications/notifications_tab.tsx")),
      }),
      entry(Activity, {
        addresses: ["/setting/status"],
        href: paths.statusPages(),
        needs: "administrator",
        label: "statusPages.tab",
        Part: lazyPage(() => import("../status_pages/status_pages_tab.tsx")),
      }),
      entry(AppWindow, {
        addresses: ["/setting/app", "/setting/appModal"],
        href: paths.applications(),
        needs: null,
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
            needs: "system:read",
            label: "audit.tab",
            Part: lazyPage(() => import("../audit/audit_tab.tsx")),
            wide: true,
          },
          {
            addresses: ["/setting/loginLog"],
            href: paths.loginLog(),
            needs: "system:read",
            label: "loginLog.tab",
            Part: lazyPage(() => import("../login_log/login_log_tab.tsx")),
            wide: true,
          },
          {
            addresses: ["/setting/systemLog"],
            href: paths.systemLog(),
            needs: "system:read",
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
          needs: "system:read",
          label: "about.tab",
          Part: lazyPage(() => import("../system/about_tab.tsx")),
        },
        useUpdateNews,
      ),
    ],
  },
];

/** Returns the groups of the rail with what a person may see; without empty ones. */
export function groupsFor(may: (needed: Permission | null) => boolean): RailGroup[] {
  return railGroups.map(({ label, entries }) => ({
    label,
    entries: entries.flatMap((entry) => {
      const [first, ...rest] = entry.parts.filter(({ needs }) => may(needs));
      return first ? [{ ...entry, parts: [first, ...rest] as const }] : [];
    }),
  })).filter(({ entries }) => entries.length > 0);
}

/** Returns the page of a URL and the entry that leads to it. */
export function findPart(
  address: string,
  groups: readonly RailGroup[] = railGroups,
): { entry: RailEntry; part: SettingsPart } | null {
  const path = trimEnd(address, "/");
  for (const { entries } of groups) {
    for (const entry of entries) {
      const part = entry.parts.find(({ addresses }) => addresses.some((one) => one === path));
      if (part) return { entry, part };
    }
  }
  return null;
}
