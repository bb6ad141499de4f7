// Radix returns the focus to the trigger it knows. Our dialogs open by a URL or a state, so without this, closing one by
// keyboard would move the focus to the top of the page.

import { createContext, type ReactNode, useContext, useState } from "react";

const Before = createContext<Position | null>(null);

/** The focused element and its ancestors, innermost first. */
type Position = readonly HTMLElement[];

/**
 * Remembers the focused element at first render, for the dialogs inside: when one dialog replaces another, the last one
 * would otherwise remember only its predecessor.
 */
export function FocusBack({ children }: { children: ReactNode }) {
  const [before] = useState(focusedNow);
  return <Before value={before}>{children}</Before>;
}

/** Makes the children ignore the focus remembered by an outer FocusBack. */
export function FreshFocus({ children }: { children: ReactNode }) {
  return <Before value={null}>{children}</Before>;
}

/** Returns a function that restores the focus from before the overlay was rendered. */
export function useFocusBack(): (event: Event) => void {
  const stored = useContext(Before);
  // Read during render: once mounted, a field of the overlay may already have the focus.
  const [focusedAtOpen] = useState(focusedNow);
  return (event) => {
    if (isFocusFree()) focusIn(stored ?? focusedAtOpen ?? []);
    event.preventDefault();
  };
}

/** Keeps a focus that was moved in the meantime: Radix restores it a moment after closing, not at once. */
export function leaveTakenFocus(event: Event): void {
  if (!isFocusFree()) event.preventDefault();
}

// When an element is removed from a dialog below another, Radix focuses that dialog itself; the user did not.
function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches("[role$=dialog][tabindex='-1']");
}

// The action may have removed the element it was started from, a button or a whole row: then focuses what remains of its
// surroundings.
function focusIn(position: Position): void {
  const [first] = position;
  const left = position.find((one) => one.isConnected);
  const next = left === first ? first : left?.querySelector<HTMLElement>(":any-link, :enabled") ?? left;
  next?.focus({ preventScroll: true });
}

/** Returns the focused element; for a menu item, which disappears, the button of its menu. */
function focusedNow(): Position | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const focused = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
  return focused instanceof HTMLElement && focused !== document.body ? positionOf(focused) : null;
}

function positionOf(element: HTMLElement): Position {
  const around = element.parentElement;
  return around && around !== document.body ? [element, ...positionOf(around)] : [element];
}
