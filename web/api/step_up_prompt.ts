// Between requests that were refused until their sender shows who they are, and the dialog that asks: before something grave,
// and when the session has ended.

/** Holds the question, one for all requests that wait for it; the dialog in the shell draws it and answers. */
export class StepUpPrompt {
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
    this.#publish();
    return this.#open.promise;
  };

  /** Resolves when nobody is being asked. */
  settled = (): Promise<unknown> => this.#open?.promise ?? Promise.resolve();

  /** Answers all who wait. */
  settle = (isVisible: boolean): void => {
    const open = this.#open;
    this.#open = null;
    this.#publish();
    open?.resolve(isVisible);
  };

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}
