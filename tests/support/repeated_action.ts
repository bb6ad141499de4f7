/**
 * Repeats an action during a test. Dispose it before its subject: otherwise errors about the missing subject
 * hide why a test failed.
 */
export class RepeatedAction implements AsyncDisposable {
  #goesOn = true;
  #error: { reason: unknown } | null = null;
  /** How long each action took (ms). */
  readonly durations: number[] = [];
  readonly #over: Promise<void>;

  constructor(action: () => Promise<unknown>, pauseMs: number) {
    this.#over = this.#repeat(action, pauseMs).catch((reason) => void (this.#error = { reason }));
  }

  /** Stops and waits for the last action. Throws its error, if any. */
  async end(): Promise<void> {
    this.#goesOn = false;
    await this.#over;
    const error = this.#error;
    this.#error = null;
    if (error) throw error.reason;
  }

  async #repeat(action: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (this.#goesOn) {
      const from = performance.now();
      await action();
      this.durations.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
