import type { LeaveGuards } from "./leave_guards.ts";

/**
 * Has the guards asked before Back, Forward and the closing of the tab. Call it before the first drawing: on a window
 * Chromium calls listeners in the order they came, captured or not, and the router's must not be first.
 */
export function guardHistory(guards: LeaveGuards): void {
  let here = location.href;
  const note = () => {
    here = location.href;
  };
  addEventListener("popstate", (event) => {
    if (!guards.isHeld(location.pathname + location.search)) return note();
    // The browser has gone already: put the address back, and go again once the answer is yes.
    event.stopImmediatePropagation();
    history.pushState(null, "", here);
    guards.leave(() => history.back());
  });
  // The router sends these two when it has changed the address.
  addEventListener("pushState", note);
  addEventListener("replaceState", note);
  addEventListener("beforeunload", (event) => guards.isHeld() && event.preventDefault());
}
