// Connects requests that require re-authentication with the dialog that asks for it: before a sensitive action, and after
// the session has ended.

/** Holds one prompt for all requests that wait for it; the dialog in the app renders and settles it. */
export class StepUpPrompt {
  #open: PromiseWithResolvers<boolean> | null = null;
  readonly #listeners = new Set<() => void>();

  isOpen = (): boolean => this.#open !== null;

  onChange = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the prompt, or joins those waiting for it; resolves to whether the user re-authenticated. */
  ask = (): Promise<boolean> => {
    if (this.#open) return this.#open.promise;
    this.#open = Promise.withResolvers<boolean>();
    this.#publish();
    return this.#open.promise;
  };

  /** Resolves when the prompt is not open. */
  settled = (): Promise<unknown> => this.#open?.promise ?? Promise.resolve();

  /** Resolves all waiting requests. */
  settle = (isProved: boolean): void => {
    const open = this.#open;
    this.#open = null;
    this.#publish();
    open?.resolve(isProved);
  };

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}
