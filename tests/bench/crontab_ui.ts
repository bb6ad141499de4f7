import { join } from "node:path";
import { freePort } from "../support/free_port.ts";
import { rest } from "./bench_panel.ts";
import type { PeerPackage } from "./peer_packages.ts";

const LIMIT_MS = 30_000;
const POLL_INTERVAL_MS = 5;

/** A crontab-ui over a folder of its own. It hands its jobs to a `crontab` that only stores them. */
export class CrontabUi implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #address: string;
  readonly #folder: string;
  #hasEnded = false;
  readonly #ended: Promise<unknown>;
  /** From the start of the process to its first page (ms). */
  readyMs = 0;

  private constructor(process: Deno.ChildProcess, address: string, folder: string) {
    this.#process = process;
    this.#address = address;
    this.#folder = folder;
    this.#ended = process.status.then(() => this.#hasEnded = true);
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Starts it and waits for its page. Throws when there is none within half a minute. */
  static async open({ folder: unpacked }: PeerPackage): Promise<CrontabUi> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-bench-" });
    await Deno.mkdir(join(folder, "logs"));
    const crontab = `#!/bin/sh\nexec cp "$1" '${join(folder, "stored")}'\n`;
    await Deno.writeTextFile(join(folder, "crontab"), crontab, { mode: 0o755 });
    const port = freePort();
    const startedAt = performance.now();
    const process = new Deno.Command("node", {
      args: [join(unpacked, "app.js")],
      env: {
        HOST: "127.0.0.1",
        PORT: String(port),
        CRON_DB_PATH: folder,
        CRON_PATH: await Deno.makeTempDir({ dir: folder }),
        PATH: `${folder}:${Deno.env.get("PATH")}`,
      },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const ui = new CrontabUi(process, `http://127.0.0.1:${port}`, folder);
    try {
      await ui.#waitForPage();
    } catch (error) {
      await ui[Symbol.asyncDispose]();
      throw error;
    }
    ui.readyMs = performance.now() - startedAt;
    return ui;
  }

  /** Creates jobs and hands them to `crontab`. Throws when it does not get all of them. */
  async createJobs(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const job = { _id: "-1", name: `bench ${n}`, command: "true", schedule: "0 4 * * *", logging: "false" };
      await this.#request("/save", { method: "POST", body: new URLSearchParams(job) });
    }
    await this.#request("/crontab?env_vars=");
    const stored = await Deno.readTextFile(join(this.#folder, "stored"));
    const lines = stored.split("\n").filter((line) => line.startsWith("0 4 * * * ")).length;
    if (lines !== count) throw new Error(`${lines} of ${count} jobs are in the crontab`);
  }

  async #waitForPage(): Promise<void> {
    const deadline = performance.now() + LIMIT_MS;
    for (;;) {
      try {
        return await this.#request("/");
      } catch (error) {
        if (this.#hasEnded) throw new Error("it ended before it was ready", { cause: error });
        if (performance.now() > deadline) throw error;
      }
      await rest(POLL_INTERVAL_MS);
    }
  }

  async #request(path: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(this.#address + path, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasEnded) this.#process.kill("SIGKILL");
    await this.#ended;
    await Deno.remove(this.#folder, { recursive: true });
  }
}
