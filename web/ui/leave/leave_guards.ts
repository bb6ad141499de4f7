// Unsaved changes that must not be left without confirmation. The router's navigation, Back and the browser itself ask the
// guards.

/** Returns whether a URL, including its base path, keeps the unsaved changes on the page. */
export type StaysAt = (address: string) => boolean;

/** What is asked before something is lost that is no unsaved change. */
export interface LeaveQuestion {
  title: string;
  text: string;
}

interface Reason {
  staysAt: StaysAt | undefined;
  question: LeaveQuestion | null;
}

/** A confirmation that waits for a decision; without a question of its own, about unsaved changes. */
export interface PendingLeave {
  go: () => void;
  question: LeaveQuestion | null;
}

/** Tracks the unsaved changes and the pending confirmation. */
export class LeaveGuards {
  #reasons = new Set<Reason>();
  #layers: (() => void)[] = [];
  #pending: PendingLeave | null = null;
  #listeners = new Set<() => void>();
  #changeListeners = new Set<() => void>();

  /**
   * Adds a guard, except for URLs where `staysAt` returns true; returns a function that removes it. Of several, the one that was
   * added last asks.
   */
  add(staysAt?: StaysAt, question: LeaveQuestion | null = null): () => void {
    const reason = { staysAt, question };
    this.#reasons.add(reason);
    return () => {
      if (this.#reasons.delete(reason)) this.#notifyChanged();
    };
  }

  /** Calls a listener when a guard is removed; returns a function that ends this. */
  onChange = (listener: () => void): () => void => {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  };

  /** Adds what Back closes instead of leaving the page; returns a function that removes it. */
  addLayer = (close: () => void): () => void => {
    this.#layers.push(close);
    return () => {
      this.#layers = this.#layers.filter((one) => one !== close);
    };
  };

  hasLayers(): boolean {
    return this.#layers.length > 0;
  }

  /** Closes what was added last. */
  closeTop(): void {
    this.#layers.at(-1)?.();
  }

  /** Returns whether a guard blocks leaving for a URL; without a URL, leaving at all. */
  isHeld(to?: string): boolean {
    return this.#holding(to) !== undefined;
  }

  #holding(to?: string): Reason | undefined {
    return [...this.#reasons].findLast(({ staysAt }) => to === undefined || !staysAt?.(to));
  }

  /** Leaves at once, or asks first when a guard is active. */
  leave(go: () => void, to?: string): void {
    const reason = this.#holding(to);
    if (!reason) return go();
    const leave = () => {
      this.release();
      go();
    };
    this.#ask({ go: leave, question: reason.question });
  }

  /** Asks before an overlay is closed, whose caller removes its own guard: the changes below it stay guarded. */
  askToClose(close: () => void): void {
    this.#ask({ go: close, question: null });
  }

  /** Removes every guard, before a reload of the whole page. */
  release(): void {
    this.#reasons.clear();
    this.#notifyChanged();
  }

  pending = (): PendingLeave | null => this.#pending;

  onPending = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resolves the confirmation: leave, or stay. */
  decide(isLeaving: boolean): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#ask(null);
    if (isLeaving) pending.go();
  }

  #notifyChanged(): void {
    for (const listener of this.#changeListeners) listener();
  }

  #ask(pending: PendingLeave | null): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Makes Back, Forward and closing the tab ask the guards first. Call it before the first render: on a window Chromium
 * calls listeners in registration order, capturing or not, and the router's must not come first.
 */
export function guardHistory(guards: LeaveGuards): void {
  let here = { href: location.href, state: history.state as unknown };
  const note = () => {
    here = { href: location.href, state: history.state };
  };
  addEventListener("popstate", (event) => {
    const isLayered = guards.hasLayers();
    if (!isLayered && !guards.isHeld(location.pathname + location.search)) return note();
    // The browser has already navigated: restore the URL, and navigate again after a yes.
    event.stopImmediatePropagation();
    history.pushState(here.state, "", here.href);
    if (isLayered) guards.closeTop();
    else guards.leave(() => history.back());
  });
  // The router dispatches these two events after it changes the URL.
  addEventListener("pushState", note);
  addEventListener("replaceState", note);
  addEventListener("beforeunload", (event) => guards.isHeld() && event.preventDefault());
}
