/**
 * Does something again and again beside a test. Disposed of before what it works on: else what it says of that, once it is
 * gone, hides why a test failed.
 */
export class Meanwhile implements AsyncDisposable {
  #goesOn = true;
  #fault: { reason: unknown } | null = null;
  readonly #over: Promise<void>;

  constructor(act: () => Promise<unknown>, pauseMs: number) {
    this.#over = this.#repeat(act, pauseMs).catch((reason) => void (this.#fault = { reason }));
  }

  /** Ends it and waits for that. Throws what it came upon. */
  async end(): Promise<void> {
    this.#goesOn = false;
    await this.#over;
    const fault = this.#fault;
    this.#fault = null;
    if (fault) throw fault.reason;
  }

  async #repeat(act: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (this.#goesOn) {
      await act();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
