// The panel as a process of its own, to be killed.
import { join } from "node:path";
import process from "node:process";
import { until } from "./until.ts";

const main = join(import.meta.dirname!, "..", "..", "main.ts");

export interface Exit {
  code: number;
  signal: Deno.Signal | null;
  /** What it wrote to standard error. */
  output: string;
}

export class PanelProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #exit: Promise<Exit>;
  #output = "";
  cookie: string;

  private constructor(child: Deno.ChildProcess, cookie: string) {
    this.#child = child;
    this.cookie = cookie;
    this.#exit = Promise.all([child.status, new Response(child.stderr).text()])
      .then(([{ code, signal }, output]) => ({ code, signal, output }));
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Starts `serve` over a data folder and waits until it is ready; `cookie` is that of the panel before. */
  static async start(dataDir: string, cookie = ""): Promise<PanelProcess> {
    const panel = new PanelProcess(spawn(["serve", "--port", "0", "--data-dir", dataDir]), cookie);
    await panel.#untilReady();
    return panel;
  }

  /** Runs the command line to its end. */
  static async run(args: string[], env: Record<string, string> = {}): Promise<Exit> {
    const child = spawn(args, env);
    const [{ code, signal }, output] = await Promise.all([
      child.status,
      new Response(child.stderr).text(),
      child.stdout.cancel(),
    ]);
    // Deno's own remark when several start at once.
    return { code, signal, output: output.replace(/^Blocking waiting for file lock.*\n/gm, "") };
  }

  /** Asks the API and answers its JSON. Throws what is not a success. */
  // deno-lint-ignore no-explicit-any -- whatever the API answers
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const response = await this.open(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  /** Sends a request and leaves the answer unread. */
  async open(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { cookie: this.cookie, "content-type": "application/json" };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.address}/api${path}`, { method, headers, ...content });
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
    if (cookie !== undefined) this.cookie = cookie;
    return response;
  }

  /** Where it listens; after it started itself anew, at another port. */
  get address(): string {
    const addresses = [...this.#output.matchAll(/Sundial is ready on (http:\/\/\S+?)\/?\n/g)];
    return addresses.at(-1)?.[1] ?? "";
  }

  /** Ends it without a word and waits until it is gone. */
  async kill(): Promise<Exit> {
    return await this.end("SIGKILL");
  }

  /** Sends a signal and waits for the end. */
  async end(signal: Deno.Signal): Promise<Exit> {
    try {
      process.kill(this.pid, signal);
    } catch {
      // It has ended by itself.
    }
    return await this.#exit;
  }

  async #untilReady(): Promise<void> {
    const reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const reading = (async () => {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        this.#output += chunk.value;
      }
    })();
    let ended = false;
    void reading.then(() => ended = true);
    await until("the ready line", () => ended || this.address !== "");
    if (this.address === "") {
      throw new Error(`the panel ended before it was ready: ${(await this.#exit).output}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

function spawn(args: string[], env: Record<string, string> = {}): Deno.ChildProcess {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("SUNDIAL_"));
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", main, ...args],
    clearEnv: true,
    env: { ...Object.fromEntries(inherited), LANG: "C.UTF-8", NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}
