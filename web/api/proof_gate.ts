// Between a request that was refused until its sender shows who they are, and the dialog that asks them.

/** Holds the question, one for all requests that wait for it; the dialog in the shell draws it and answers. */
export class ProofGate {
  #open: PromiseWithResolvers<boolean> | null = null;
  readonly #listeners = new Set<() => void>();

  /** Tells whether somebody is being asked. */
  isOpen = (): boolean => this.#open !== null;

  onChange = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks, or joins those who wait already; tells whether it was shown. */
  ask = (): Promise<boolean> => {
    if (this.#open) return this.#open.promise;
    this.#open = Promise.withResolvers<boolean>();
    this.#say();
    return this.#open.promise;
  };

  /** Answers all who wait. */
  settle = (shown: boolean): void => {
    const open = this.#open;
    this.#open = null;
    this.#say();
    open?.resolve(shown);
  };

  #say(): void {
    for (const listener of this.#listeners) listener();
  }
}
