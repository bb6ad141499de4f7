import {
  Braces,
  CalendarClock,
  FileCode2,
  FileDiff,
  GitBranch,
  LayoutDashboard,
  Package,
  PanelLeftClose,
  PanelLeftOpen,
  ScrollText,
  Settings,
  SlidersHorizontal,
} from "lucide-react";
import { Link, useLocation } from "wouter";
import { useSession } from "../api/use_session.ts";
import { paths } from "../paths.ts";
import { classNames } from "../ui/class_names.ts";
import { IconButton } from "../ui/buttons/icon_button.tsx";
import { Tooltip } from "../ui/buttons/tooltip.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { Logo } from "../shared/page/logo.tsx";
import type { ComponentType } from "react";
import type { MessageKey } from "../messages/messages.ts";

/** Renders the sidebar: 208 px, or 56 px with icons only. Hidden on a phone, which has the bottom bar. */
export function SideNavigation({ collapsed, onCollapse }: { collapsed: boolean; onCollapse: () => void }) {
  const { t } = useMessages();
  return (
    <nav
      aria-label={t("app.navigation")}
      className={classNames(
        "hidden shrink-0 flex-col border-e border-line bg-surface transition-[width] duration-150 md:flex",
        collapsed ? "w-14" : "w-52",
      )}
    >
      <Brand collapsed={collapsed} />
      <div className="flex flex-1 flex-col gap-0.5 overflow-y-auto p-2">
        {navigationItems.map((item) => <SideLink key={item.href} item={item} collapsed={collapsed} />)}
      </div>
      <div
        className={classNames("flex border-t border-line p-2", collapsed ? "justify-center" : "justify-end")}
      >
        <IconButton
          label={collapsed ? t("app.expand") : t("app.collapse")}
          icon={collapsed ? <PanelLeftOpen size={16} /> : <PanelLeftClose size={16} />}
          aria-expanded={!collapsed}
          className="aria-expanded:bg-transparent aria-expanded:text-muted"
          onClick={onCollapse}
        />
      </div>
    </nav>
  );
}

function Brand({ collapsed }: { collapsed: boolean }) {
  const { title } = useSession().settings;
  return (
    <Link
      href={paths.home()}
      className={classNames(
        "flex h-12 shrink-0 items-center gap-2.5 border-b border-line",
        collapsed ? "justify-center" : "px-4",
      )}
      aria-label={title}
    >
      <Logo size={24} />
      {!collapsed && <span className="truncate text-base font-semibold">{title}</span>}
    </Link>
  );
}

function SideLink(
  { item: { href, prefix, label, Icon }, collapsed }: { item: NavigationItem; collapsed: boolean },
) {
  const { t } = useMessages();
  const [path] = useLocation();
  const active = isUnder(path, prefix);
  const link = (
    <Link
      href={href}
      aria-current={active ? "page" : undefined}
      aria-label={collapsed ? t(label) : undefined}
      className={classNames(
        "flex h-8 items-center gap-2.5 rounded-md text-sm transition-colors duration-100 icon-stroke touch:h-11",
        collapsed ? "justify-center" : "px-2.5",
        active ? "bg-selected font-medium text-accent-text" : "text-muted hover:bg-hover hover:text-text",
      )}
    >
      <Icon size={16} />
      {!collapsed && <span className="truncate">{t(label)}</span>}
    </Link>
  );
  return collapsed ? <Tooltip text={t(label)} side="right">{link}</Tooltip> : link;
}

export interface NavigationItem {
  href: string;
  /** Every URL with this prefix belongs to the item. */
  prefix: string;
  label: MessageKey;
  /** Shorter label for the bottom bar of a phone. */
  shortLabel?: MessageKey;
  Icon: ComponentType<{ size?: number }>;
}

/** The areas of the panel, in navigation order. */
export const navigationItems: readonly NavigationItem[] = [
  { href: paths.overview(), prefix: "/dashboard", label: "app.overview", Icon: LayoutDashboard },
  {
    href: paths.tasks(),
    prefix: "/crontab",
    label: "tasks.title",
    shortLabel: "app.tasksShort",
    Icon: CalendarClock,
  },
  {
    href: paths.subscriptions(),
    prefix: "/subscription",
    label: "app.subscriptions",
    Icon: GitBranch,
  },
  { href: paths.variables(), prefix: "/env", label: "app.variables", Icon: Braces },
  { href: paths.scripts(), prefix: "/script", label: "app.scripts", Icon: FileCode2 },
  {
    href: paths.config(),
    prefix: "/config",
    label: "app.config",
    shortLabel: "app.configShort",
    Icon: SlidersHorizontal,
  },
  { href: paths.dependencies(), prefix: "/dependence", label: "app.dependencies", Icon: Package },
  { href: paths.logs(), prefix: "/log", label: "app.logs", Icon: ScrollText },
  { href: paths.diff(), prefix: "/diff", label: "app.diff", Icon: FileDiff },
  { href: paths.settings(), prefix: "/setting", label: "app.settings", Icon: Settings },
];

/** Returns whether a URL belongs to an item. */
export function isUnder(address: string, prefix: string): boolean {
  return address === prefix || address.startsWith(`${prefix}/`);
}
