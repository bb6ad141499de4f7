import type { ReactNode } from "react";

/** One line of a menu. */
export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** A tick before the words; undefined for lines that are not chosen. */
  checked?: boolean;
  /** Keys that do the same, shown at the end. */
  shortcut?: string;
}

/** A menu is the same list whether it opens from a button or by the right mouse button. */
export type MenuEntry = MenuItem | "separator" | { heading: string };

// Taller than the room on the better side, a menu scrolls; less than half of the window would keep it from changing sides.
export const menuPanelClass =
  "z-50 max-h-[max(var(--radix-dropdown-menu-content-available-height),45dvh)] min-w-44 max-w-80 animate-drop overflow-x-hidden overflow-y-auto rounded-md bg-raised p-1 shadow-float";
export const menuHeadingClass = "px-2 pt-1.5 pb-1 text-xs text-faint";
export const menuSeparatorClass = "my-1 h-px bg-line";

/** Gives the classes of one line. */
export function menuItemClass(danger = false): string {
  return [
    "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm outline-none select-none icon-stroke",
    "touch:min-h-11 data-disabled:opacity-45",
    danger ? "text-danger-text data-highlighted:bg-danger-soft" : "data-highlighted:bg-hover",
  ].join(" ");
}
