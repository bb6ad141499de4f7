// Radix gives the focus back to the button that it opened from and that it knows of; our dialogs open by an address or a state,
// so without this whoever closes one by keyboard would be thrown back to the top of the page.

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

const Before = createContext<Position | null>(null);

/** What had the focus, and what it stood in, from the inside out. */
type Position = readonly HTMLElement[];

/**
 * Remembers what has the focus when it is first drawn, for the dialogs within: where one dialog takes the place of another, the last
 * one would only remember the one before it.
 */
export function FocusBack({ children }: { children: ReactNode }) {
  const [before] = useState(focusedNow);
  return <Before value={before}>{children}</Before>;
}

/** Keeps what is within from being asked for what was remembered around it. */
export function FreshFocus({ children }: { children: ReactNode }) {
  return <Before value={null}>{children}</Before>;
}

/** Gives the way to give the focus back to what had it before something opened over the page. */
export function useFocusBack(open: boolean): (event: Event) => void {
  const stored = useContext(Before);
  // While it is drawn: once it is there, a field of its own may have the focus already.
  const focusedAtOpen = useMemo(() => open ? focusedNow() : null, [open]);
  return (event) => {
    if (isFocusFree()) focusIn(stored ?? focusedAtOpen ?? []);
    event.preventDefault();
  };
}

/** Leaves the focus where somebody has put it meanwhile: Radix gives it back a moment after something has closed, not at once. */
export function leaveTakenFocus(event: Event): void {
  if (!isFocusFree()) event.preventDefault();
}

// A dialog from which something was taken away while it lay beneath has the focus itself, by Radix, and nobody has put it there.
function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches("[role$=dialog][tabindex='-1']");
}

// What was done may have taken away what it was done from, a button or a whole row: then what is left of its surroundings.
function focusIn(urlState: Position): void {
  const [first] = urlState;
  const left = urlState.find((one) => one.isConnected);
  const next = left === first ? first : left?.querySelector<HTMLElement>(":any-link, :enabled") ?? left;
  next?.focus({ preventScroll: true });
}

/** What has the focus; of a line of a menu, which goes away, the button that the menu belongs to. */
function focusedNow(): Position | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const focused = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
  return focused instanceof HTMLElement && focused !== document.body ? locationOf(focused) : null;
}

function locationOf(element: HTMLElement): Position {
  const around = element.parentElement;
  return around && around !== document.body ? [element, ...locationOf(around)] : [element];
}
