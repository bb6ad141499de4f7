import type { LeaveGuards } from "./leave_guards.ts";

/**
 * Makes Back, Forward and closing the tab ask the guards first. Call it before the first render: on a window Chromium
 * calls listeners in registration order, capturing or not, and the router's must not come first.
 */
export function guardHistory(guards: LeaveGuards): void {
  let here = location.href;
  const note = () => {
    here = location.href;
  };
  addEventListener("popstate", (event) => {
    if (!guards.isHeld(location.pathname + location.search)) return note();
    // The browser has already navigated: restore the URL, and navigate again after a yes.
    event.stopImmediatePropagation();
    history.pushState(null, "", here);
    guards.leave(() => history.back());
  });
  // The router dispatches these two events after it changes the URL.
  addEventListener("pushState", note);
  addEventListener("replaceState", note);
  addEventListener("beforeunload", (event) => guards.isHeld() && event.preventDefault());
}
