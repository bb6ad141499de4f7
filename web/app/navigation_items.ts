import {
  Braces,
  CalendarClock,
  FileCode2,
  FileDiff,
  GitBranch,
  Package,
  ScrollText,
  Settings,
  SlidersHorizontal,
} from "lucide-react";
import type { ComponentType } from "react";
import { paths } from "../paths.ts";
import type { MessageKey } from "../messages/messages.ts";

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
  {
    href: paths.tasks(),
    prefix: "/crontab",
    label: "tasks.title",
    shortLabel: "shell.tasksShort",
    Icon: CalendarClock,
  },
  {
    href: paths.subscriptions(),
    prefix: "/subscription",
    label: "shell.subscriptions",
    Icon: GitBranch,
  },
  { href: paths.variables(), prefix: "/env", label: "shell.variables", Icon: Braces },
  { href: paths.scripts(), prefix: "/script", label: "shell.scripts", Icon: FileCode2 },
  {
    href: paths.config(),
    prefix: "/config",
    label: "shell.config",
    shortLabel: "shell.configShort",
    Icon: SlidersHorizontal,
  },
  { href: paths.dependencies(), prefix: "/dependence", label: "shell.dependencies", Icon: Package },
  { href: paths.logs(), prefix: "/log", label: "shell.logs", Icon: ScrollText },
  { href: paths.diff(), prefix: "/diff", label: "shell.diff", Icon: FileDiff },
  { href: paths.security(), prefix: "/setting", label: "shell.settings", Icon: Settings },
];

/** Returns whether a URL belongs to an item. */
export function isUnder(address: string, prefix: string): boolean {
  return address === prefix || address.startsWith(`${prefix}/`);
}
