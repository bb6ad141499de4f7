// What must not be left without asking. The guards are asked by the router's navigation, by Back and by the browser itself.

/** Tells whether an address, its base path included, is no way out: what is unsaved stays as it is there. */
export type StaysAt = (address: string) => boolean;

/** Counts the reasons to stay and keeps the question that is being asked. */
export class LeaveGuards {
  #reasons = new Set<{ staysAt: StaysAt | undefined }>();
  #pending: (() => void) | null = null;
  #listeners = new Set<() => void>();

  /** Adds a reason to stay, but for going where `staysAt` says so; gives the way to take it back. */
  add(staysAt?: StaysAt): () => void {
    const reason = { staysAt };
    this.#reasons.add(reason);
    return () => this.#reasons.delete(reason);
  }

  /** Tells whether there is a reason not to go to an address; without one, not to go at all. */
  isHeld(to?: string): boolean {
    return [...this.#reasons].some(({ staysAt }) => to === undefined || !staysAt?.(to));
  }

  /** Goes at once, or asks first when there is a reason to stay. */
  leave(go: () => void, to?: string): void {
    if (!this.isHeld(to)) return go();
    this.#ask(go);
  }

  /** Drops every reason to stay, for when the whole page is to be loaded anew. */
  release(): void {
    this.#reasons.clear();
  }

  pending = (): (() => void) | null => this.#pending;

  onPending = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Answers the question: go, dropping every reason to stay, or stay. */
  result(go: boolean): void {
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
