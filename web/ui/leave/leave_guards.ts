// Unsaved changes that must not be left without confirmation. The router's navigation, Back and the browser itself ask the
// guards.

/** Returns whether a URL, including its base path, keeps the unsaved changes on the page. */
export type StaysAt = (address: string) => boolean;

/** Tracks the unsaved changes and the pending confirmation. */
export class LeaveGuards {
  #reasons = new Set<{ staysAt: StaysAt | undefined }>();
  #pending: (() => void) | null = null;
  #listeners = new Set<() => void>();

  /** Adds a guard, except for URLs where `staysAt` returns true; returns a function that removes it. */
  add(staysAt?: StaysAt): () => void {
    const reason = { staysAt };
    this.#reasons.add(reason);
    return () => this.#reasons.delete(reason);
  }

  /** Returns whether a guard blocks leaving for a URL; without a URL, leaving at all. */
  isHeld(to?: string): boolean {
    return [...this.#reasons].some(({ staysAt }) => to === undefined || !staysAt?.(to));
  }

  /** Leaves at once, or asks first when a guard is active. */
  leave(go: () => void, to?: string): void {
    if (!this.isHeld(to)) return go();
    this.#ask(go);
  }

  /** Removes every guard, before a reload of the whole page. */
  release(): void {
    this.#reasons.clear();
  }

  pending = (): (() => void) | null => this.#pending;

  onPending = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resolves the confirmation: leave and remove every guard, or stay. */
  decide(go: boolean): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#ask(null);
    if (!go) return;
    this.release();
    pending();
  }

  #ask(go: (() => void) | null): void {
    this.#pending = go;
    for (const listener of this.#listeners) listener();
  }
}

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
