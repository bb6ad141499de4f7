import type { ReactNode } from "react";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Shows a check mark before the label; undefined for items that cannot be checked. */
  checked?: boolean;
  /** Keyboard shortcut, shown at the end. */
  shortcut?: string;
  /** What the item inserts, shown at the end in monospace. */
  code?: string;
}

/** The same entries serve a button menu and a context menu. */
export type MenuEntry = MenuItem | "separator" | { heading: string };

// A menu taller than the space on the better side scrolls; a minimum below half of the window would keep it from flipping
// sides.
export const menuPanelClass =
  "z-50 max-h-[max(var(--radix-popper-available-height),45dvh)] min-w-44 max-w-80 animate-drop overflow-x-hidden overflow-y-auto rounded-md bg-raised p-1 shadow-float";
export const menuHeadingClass = "px-2 pt-1.5 pb-1 text-xs text-faint";
export const menuSeparatorClass = "my-1 h-px bg-line";

export function menuItemClass(danger = false): string {
  return [
    "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm outline-none select-none icon-stroke",
    "touch:min-h-11 data-disabled:opacity-45",
    danger ? "text-danger-text data-highlighted:bg-danger-soft" : "data-highlighted:bg-hover",
  ].join(" ");
}
