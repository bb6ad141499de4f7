// The tabs of the settings, in their order: one row per tab. An address that opens a dialog over a tab names that tab.
import type { ComponentType } from "react";
import type { PageAddress } from "../../../server/contract/addresses.ts";
import { paths } from "../../paths.ts";
import { laterPart } from "../../shell/later_part.tsx";
import type { WordKey } from "../../words/messages.ts";

export interface SettingsTab {
  /** Where the tab itself is; the others are dialogs over it. */
  addresses: readonly [PageAddress, ...PageAddress[]];
  href: string;
  label: WordKey;
  Part: ComponentType;
}

export const settingsTabs: readonly SettingsTab[] = [
  {
    addresses: ["/setting/dependence"],
    href: paths.settingsDependencies(),
    label: "shell.dependencies",
    Part: laterPart(() => import("./dependency_settings.tsx")),
  },
  {
    addresses: ["/setting/other"],
    href: paths.settingsOther(),
    label: "settings.other",
    Part: laterPart(() => import("./other_settings.tsx")),
  },
];

/** Finds the tab an address shows. */
export function findTab(address: string): SettingsTab | undefined {
  const path = address.replace(/\/+$/, "");
  return settingsTabs.find(({ addresses }) => addresses.some((one) => one === path));
}
