import { CalendarClock, Settings } from "lucide-react";
import type { ComponentType } from "react";
import { paths } from "../paths.ts";
import type { WordKey } from "../words/messages.ts";

export interface NavigationItem {
  href: string;
  /** Every address that starts with it belongs to the item. */
  prefix: string;
  label: WordKey;
  Icon: ComponentType<{ size?: number }>;
}

/** The areas of the panel, in the order of the navigation: one line each. */
export const navigationItems: readonly NavigationItem[] = [
  { href: paths.tasks(), prefix: "/crontab", label: "tasks.title", Icon: CalendarClock },
  { href: paths.settingsOther(), prefix: "/setting", label: "shell.settings", Icon: Settings },
];

/** Tells whether an address belongs to an item. */
export function isUnder(address: string, prefix: string): boolean {
  return address === prefix || address.startsWith(`${prefix}/`);
}
