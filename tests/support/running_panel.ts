// A real panel as a process of its own, for tests that need the whole: crashes, browsers, the executable, measuring.
import { join } from "node:path";

const ROOT = join(import.meta.dirname!, "..", "..");
const READY_DEADLINE_MS = 180_000;

/** The account of a panel started with `setUp`. */
export const account = { username: "mira", password: "a lantern in the harbour" };

export interface RunningPanelOptions {
  dataDir: string;
  /** Flags of `serve` besides the data folder; the port is free unless told. */
  flags?: string[];
  /** What comes after `deno run -A`; the source's own main file unless told. */
  program?: string[];
  /** A file that is the program, started by itself. */
  executable?: string;
  environment?: Record<string, string>;
  /** Start with nothing but `environment`. */
  clearEnvironment?: boolean;
  workingDirectory?: string;
  /** Make the account at start. */
  setUp?: boolean;
}

export class RunningPanel implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  /** Without a slash at its end. */
  readonly address: string;
  /** From the spawn to the ready line, milliseconds. */
  readonly readyMs: number;
  #cookie = "";
  #hasEnded = false;

  private constructor(process: Deno.ChildProcess, address: string, readyMs: number) {
    this.#process = process;
    this.address = address;
    this.readyMs = readyMs;
    void process.status.then(() => this.#hasEnded = true);
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The session cookie as a browser would send it. */
  get cookie(): string {
    return this.#cookie;
  }

  /** Starts a panel and waits for its ready line. Throws when it ends before. */
  static async start(options: RunningPanelOptions): Promise<RunningPanel> {
    const startedAt = performance.now();
    const process = spawnPanel(options);
    const late = setTimeout(() => process.kill("SIGKILL"), READY_DEADLINE_MS);
    try {
      const address = await readyAddress(process.stdout);
      return new RunningPanel(process, address, performance.now() - startedAt);
    } finally {
      clearTimeout(late);
    }
  }

  /** Asks the panel; cookies are kept as a browser does, `json` is sent as a POST unless `method` says otherwise. */
  async fetch(path: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookie !== "") headers.set("cookie", this.#cookie);
    if (json !== undefined) headers.set("content-type", "application/json");
    const content = json === undefined ? {} : { method: init.method ?? "POST", body: JSON.stringify(json) };
    const response = await fetch(this.address + path, { ...init, ...content, headers });
    this.#cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? this.#cookie;
    return response;
  }

  /** Asks the panel and reads the JSON it answers. Throws when it refuses. */
  async json<T>(path: string, init: RequestInit & { json?: unknown } = {}): Promise<T> {
    const response = await this.fetch(path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  }

  /** Logs in with the account of `setUp`. */
  async logIn(): Promise<void> {
    await this.json("/api/auth/login", { json: account });
  }

  /** Forgets who is logged in. */
  forgetCookie(): void {
    this.#cookie = "";
  }

  /** The exit code, once it has ended. */
  get ended(): Promise<number> {
    return this.#process.status.then(({ code }) => code);
  }

  /** Whether it has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Sends a signal and answers the exit code once it has ended. */
  async end(signal: Deno.Signal): Promise<number> {
    try {
      this.#process.kill(signal);
    } catch {
      // It has ended by itself.
    }
    return (await this.#process.status).code;
  }

  /** Asks it to end and answers its exit code. */
  async stop(): Promise<number> {
    return await this.end("SIGTERM");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Starts a panel without waiting for anything; for one that is expected to refuse. */
export function spawnPanel(options: RunningPanelOptions): Deno.ChildProcess {
  const { dataDir, flags = [], program = [join(ROOT, "main.ts")], environment = {}, setUp = false } = options;
  const port = flags.some((flag) => flag.startsWith("--port")) ? [] : ["--port", "0"];
  const first = {
    SUNDIAL_ADMIN_USERNAME: account.username,
    SUNDIAL_ADMIN_PASSWORD: account.password,
    SUNDIAL_ADMIN_LANGUAGE: "en",
  };
  const { executable } = options;
  return new Deno.Command(executable ?? Deno.execPath(), {
    args: [
      ...(executable === undefined ? ["run", "-A", ...program] : []),
      ...["serve", "--data-dir", dataDir, ...port, ...flags],
    ],
    env: { NO_COLOR: "1", ...(setUp ? first : {}), ...environment },
    clearEnv: options.clearEnvironment ?? false,
    ...(options.workingDirectory === undefined ? {} : { cwd: options.workingDirectory }),
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** Reads lines until one names an address; the rest is read and dropped, so that the process never waits for us. */
export async function readyAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = output.getReader();
  let printed = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    printed += decoder.decode(chunk.value, { stream: true });
    const address = /ready on (http:\/\/\S+?)\/?\s/.exec(printed)?.[1];
    if (address === undefined) continue;
    reader.releaseLock();
    void output.pipeTo(new WritableStream()).catch(() => {});
    return address;
  }
  throw new Error(`it ended before it was ready:\n${printed}`);
}
