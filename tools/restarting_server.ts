/** A Deno program that can be started anew; restarts asked for while one is going on become one. */
export class RestartingServer {
  readonly #args: string[];
  readonly #environment: Record<string, string>;
  #process: Deno.ChildProcess | null = null;
  #restarting: Promise<void> | null = null;

  /** `environment` is added to the one of this process. */
  constructor(args: string[], environment: Record<string, string> = {}) {
    this.#args = args;
    this.#environment = environment;
  }

  /** Starts the program. */
  start(): void {
    const options = { args: ["run", "-A", ...this.#args], env: this.#environment };
    this.#process = new Deno.Command(Deno.execPath(), options).spawn();
  }

  /** Ends the program and starts it again. */
  restart(): Promise<void> {
    this.#restarting ??= this.stop().then(() => {
      this.#restarting = null;
      this.start();
    });
    return this.#restarting;
  }

  /** Asks the program to end, and waits until it has. */
  async stop(): Promise<void> {
    try {
      this.#process?.kill("SIGTERM");
    } catch {
      // It has ended by itself, after a fault in what was just saved for example.
    }
    await this.#process?.status;
    this.#process = null;
  }
}
