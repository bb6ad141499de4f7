import {
  Activity,
  Braces,
  CalendarClock,
  CalendarDays,
  FileCode2,
  FileDiff,
  GitBranch,
  History,
  LayoutDashboard,
  Package,
  PanelLeftClose,
  PanelLeftOpen,
  Settings,
  SlidersHorizontal,
} from "../ui/icons/icons.ts";
import { Link, useLocation } from "wouter";
import { type Permission, usePermissions } from "../api/use_permissions.ts";
import { useSession } from "../api/use_session.ts";
import { paths } from "../paths.ts";
import { classNames } from "../ui/class_names.ts";
import { IconButton } from "../ui/buttons/icon_button.tsx";
import { lastListAddress } from "../shared/task/last_list.ts";
import { Tooltip } from "../ui/buttons/tooltip.tsx";
import { useMessages } from "../messages/use_messages.tsx";
import { Logo } from "../shared/page/logo.tsx";
import type { ComponentType } from "react";
import type { MessageKey } from "../messages/messages.ts";

/** Renders the sidebar: 208 px, or 56 px with icons only. Hidden on a phone, which has the bottom bar. */
export function SideNavigation(
  { collapsed, failing, onCollapse }: { collapsed: boolean; failing: number; onCollapse: () => void },
) {
  const { t } = useMessages();
  const groups = useNavigationGroups();
  return (
    <nav
      aria-label={t("app.navigation")}
      className={classNames(
        "hidden shrink-0 flex-col border-e border-line bg-surface transition-[width] duration-150 md:flex",
        collapsed ? "w-14" : "w-52",
      )}
    >
      <Brand collapsed={collapsed} />
      <div className="flex flex-1 flex-col overflow-y-auto px-2">
        {groups.map((items) => (
          <div key={items[0]?.href} className="flex flex-col gap-0.5 border-line py-2 not-first:border-t">
            {items.map((item) => (
              <SideLink
                key={item.href}
                item={item}
                collapsed={collapsed}
                failing={item.countsFailing ? failing : 0}
              />
            ))}
          </div>
        ))}
      </div>
      <div
        className={classNames("flex border-t border-line p-2", collapsed ? "justify-center" : "justify-end")}
      >
        <IconButton
          label={collapsed ? t("app.expand") : t("app.collapse")}
          icon={collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
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
  { item, collapsed, failing }: {
    item: NavigationItem;
    collapsed: boolean;
    failing: number;
  },
) {
  const { t } = useMessages();
  const [path] = useLocation();
  const { href, currentHref, label, Icon } = item;
  const active = isUnder(path, item);
  const name = failing > 0 ? `${t(label)} · ${t("app.failingTasks", { count: failing })}` : t(label);
  const link = (
    <Link
      href={currentHref?.() ?? href}
      aria-current={active ? "page" : undefined}
      aria-label={collapsed ? name : undefined}
      className={classNames(
        "flex h-8 items-center gap-2.5 rounded-md text-sm transition-colors duration-100 icon-stroke touch:h-11",
        collapsed ? "relative justify-center" : "px-2.5",
        active ? "bg-selected font-medium text-accent-text" : "text-muted hover:bg-hover hover:text-text",
      )}
    >
      <Icon />
      {!collapsed && <span className="min-w-0 flex-1 truncate">{t(label)}</span>}
      {failing > 0 && (collapsed ? <FailingDot /> : <FailingCount count={failing} />)}
    </Link>
  );
  return collapsed ? <Tooltip text={name} side="right">{link}</Tooltip> : link;
}

function FailingCount({ count }: { count: number }) {
  const { t, format } = useMessages();
  return (
    <span className="rounded-full bg-danger-soft px-1.5 text-xs font-medium text-danger-text tabular-nums">
      <span aria-hidden>{format.number(count)}</span>
      <span className="sr-only">{t("app.failingTasks", { count })}</span>
    </span>
  );
}

/** Marks an icon that has no space for the count; its label must name the count. */
export function FailingDot() {
  return (
    <span
      aria-hidden
      className="absolute top-1 left-1/2 ms-1.5 size-2 rounded-full bg-danger ring-2 ring-surface"
    />
  );
}

export interface NavigationItem {
  href: string;
  /** What a person needs for the area; null for everyone with an account. */
  needs: Permission | null;
  /** Returns the address that the item leads to, if it is not always the same. */
  currentHref?: () => string;
  /** Every URL with one of these prefixes belongs to the item. */
  prefixes: readonly string[];
  label: MessageKey;
  /** Shorter label for the bottom bar of a phone. */
  shortLabel?: MessageKey;
  Icon: ComponentType<{ size?: number }>;
  /** Whether a phone lists the item in the menu, not in the bar. */
  isInMenu?: true;
  /** Whether the item displays how many tasks fail. */
  countsFailing?: true;
}

/** The areas of the panel, in navigation order: what runs, what it needs, the panel itself. */
const navigationGroups: readonly (readonly NavigationItem[])[] = [
  [
    {
      href: paths.overview(),
      needs: "tasks:read",
      prefixes: ["/dashboard"],
      label: "app.overview",
      Icon: LayoutDashboard,
    },
    {
      href: paths.tasks(),
      needs: "tasks:read",
      currentHref: lastListAddress,
      prefixes: ["/crontab"],
      label: "tasks.title",
      shortLabel: "app.tasksShort",
      Icon: CalendarClock,
      countsFailing: true,
    },
    {
      href: paths.runs(),
      needs: "tasks:read",
      prefixes: ["/runs", "/flow", "/log"],
      label: "runs.title",
      Icon: History,
    },
    {
      href: paths.calendar(),
      needs: "tasks:read",
      prefixes: ["/calendar"],
      label: "app.calendar",
      Icon: CalendarDays,
      isInMenu: true,
    },
    {
      href: paths.heartbeats(),
      needs: "heartbeats:read",
      prefixes: ["/heartbeat"],
      label: "app.heartbeats",
      Icon: Activity,
      isInMenu: true,
    },
  ],
  [
    {
      href: paths.scripts(),
      needs: "scripts:read",
      prefixes: ["/script"],
      label: "app.scripts",
      Icon: FileCode2,
    },
    {
      href: paths.subscriptions(),
      needs: "subscriptions:read",
      prefixes: ["/subscription"],
      label: "app.subscriptions",
      Icon: GitBranch,
    },
    {
      href: paths.variables(),
      needs: "variables:read",
      prefixes: ["/env"],
      label: "app.variables",
      Icon: Braces,
    },
    {
      href: paths.config(),
      needs: "config:read",
      prefixes: ["/config"],
      label: "app.config",
      shortLabel: "app.configShort",
      Icon: SlidersHorizontal,
    },
    {
      href: paths.dependencies(),
      needs: "dependencies:read",
      prefixes: ["/dependence"],
      label: "app.dependencies",
      Icon: Package,
    },
  ],
  [
    { href: paths.diff(), needs: "logs:read", prefixes: ["/diff"], label: "app.diff", Icon: FileDiff },
    { href: paths.settings(), needs: null, prefixes: ["/setting"], label: "app.settings", Icon: Settings },
  ],
];

/** Returns the areas that the role of the person includes, in groups that are not empty. */
export function useNavigationGroups(): NavigationItem[][] {
  const may = usePermissions();
  return navigationGroups.map((items) => items.filter(({ needs }) => may(needs)))
    .filter((items) => items.length > 0);
}

export function isUnder(address: string, { prefixes }: Pick<NavigationItem, "prefixes">): boolean {
  return prefixes.some((prefix) => address === prefix || address.startsWith(`${prefix}/`));
}
