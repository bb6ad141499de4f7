// What must not be left without asking. The guards are asked by the router's navigation, by Back and by the browser itself.

/** Counts the reasons to stay and keeps the question that is being asked. */
export class LeaveGuards {
  #reasons = new Set<object>();
  #pending: (() => void) | null = null;
  #listeners = new Set<() => void>();

  /** Adds a reason to stay; gives the way to take it back. */
  add(): () => void {
    const reason = {};
    this.#reasons.add(reason);
    return () => this.#reasons.delete(reason);
  }

  isHeld(): boolean {
    return this.#reasons.size > 0;
  }

  /** Goes at once, or asks first when there is a reason to stay. */
  leave(go: () => void): void {
    if (!this.isHeld()) return go();
    this.#ask(go);
  }

  pending = (): (() => void) | null => this.#pending;

  onPending = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Answers the question: go, dropping every reason to stay, or stay. */
  answer(go: boolean): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#ask(null);
    if (!go) return;
    this.#reasons.clear();
    pending();
  }

  #ask(go: (() => void) | null): void {
    this.#pending = go;
    for (const listener of this.#listeners) listener();
  }
}
