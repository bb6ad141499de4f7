/**
 * Does something again and again beside a test. Disposed of before what it works on: else what it says of that, once it is
 * gone, hides why a test failed.
 */
export class Meanwhile implements AsyncDisposable {
  #goesOn = true;
  #error: { reason: unknown } | null = null;
  readonly #over: Promise<void>;

  constructor(action: () => Promise<unknown>, pauseMs: number) {
    this.#over = this.#repeat(action, pauseMs).catch((reason) => void (this.#error = { reason }));
  }

  /** Ends it and waits for that. Throws what it came upon. */
  async end(): Promise<void> {
    this.#goesOn = false;
    await this.#over;
    const error = this.#error;
    this.#error = null;
    if (error) throw error.reason;
  }

  async #repeat(action: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (this.#goesOn) {
      await action();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
