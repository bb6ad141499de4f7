// Radix gives the focus back to the button that it opened from and that it knows of; our dialogs open by an address or a state,
// so without this whoever closes one by keyboard would be thrown back to the top of the page.

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

const Before = createContext<HTMLElement | null>(null);

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
  const kept = useContext(Before);
  // While it is drawn: once it is there, a field of its own may have the focus already.
  const own = useMemo(() => open ? focusedNow() : null, [open]);
  return (event) => {
    event.preventDefault();
    (kept ?? own)?.focus({ preventScroll: true });
  };
}

/** What has the focus; of a line of a menu, which goes away, the button that the menu belongs to. */
function focusedNow(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  if (menu) return document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  return active instanceof HTMLElement && active !== document.body ? active : null;
}
