/** A Deno program that can be restarted; restarts requested during a restart are merged into it. */
export class RestartingServer {
  #process: Deno.ChildProcess | null = null;
  #restarting: Promise<void> | null = null;

  /** `environment` is added to the environment of this process. */
  constructor(private readonly args: string[], private readonly environment: Record<string, string> = {}) {}

  start(): void {
    const options = { args: ["run", "-A", ...this.args], env: this.environment };
    this.#process = new Deno.Command(Deno.execPath(), options).spawn();
  }

  /** Stops the program and starts it again. */
  restart(): Promise<void> {
    this.#restarting ??= this.stop().then(() => {
      this.#restarting = null;
      this.start();
    });
    return this.#restarting;
  }

  /** Asks the program to stop, and waits until it has. */
  async stop(): Promise<void> {
    try {
      this.#process?.kill("SIGTERM");
    } catch {
      // It has already ended, for example after an error in the file just saved.
    }
    await this.#process?.status;
    this.#process = null;
  }
}
