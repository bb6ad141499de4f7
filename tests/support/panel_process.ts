// The panel in a process of its own, for tests that kill it, open it in a browser or measure it.
import process from "node:process";
import { ensurePanel } from "../../tools/panel.ts";
import { currentZones } from "./current_zones.ts";
import { copyPreparedData } from "./prepared_data.ts";
import { MARK } from "./run_mark.ts";
import { shippedProgram } from "./shipped_program.ts";
import { until } from "./until.ts";

const READY_DEADLINE_MS = 180_000;
const STDERR_DEADLINE_MS = 2_000;
const END_MS = 120_000;
const POLL_INTERVAL_MS = 5;

/** The account of a panel started with `setUp`. */
export const account = { username: "mira", password: "a lantern in the harbour" };

export interface PanelOptions {
  dataDir: string;
  /** Session cookie of an earlier panel over the same data. */
  cookie?: string;
  /** Flags of `serve` besides the data folder; the port is a free one by default. */
  flags?: string[];
  /** Arguments after `deno run -A`; those of the shipped panel by default. */
  program?: readonly string[];
  /** An executable to start instead. */
  executable?: string;
  environment?: Record<string, string>;
  /** Start with `environment` only. */
  clearEnvironment?: boolean;
  workingDirectory?: string;
  /** Begin with an account. */
  setUp?: boolean;
  /** What to run; a worker listens on no port. */
  command?: "serve" | "worker";
}

export interface Exit {
  code: number;
  signal: Deno.Signal | null;
  output: string;
}

type JsonInit = RequestInit & { json?: unknown };

export class PanelProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #startedAt = performance.now();
  readonly #exit: Promise<Exit>;
  #stdout = "";
  #stderr = "";
  #hasEnded = false;
  /** From the start of the process to its ready line (ms). */
  readyMs = 0;
  /** The session cookie, as a browser would send it. */
  cookie: string;

  private constructor(child: Deno.ChildProcess, cookie: string) {
    this.#child = child;
    this.cookie = cookie;
    void read(child.stdout, (text) => this.#stdout += text);
    const stderr = read(child.stderr, (text) => this.#stderr += text);
    this.#exit = this.#watch(stderr);
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Starts `serve` and waits until it is ready. Throws when it ends before. */
  static async start(options: PanelOptions): Promise<PanelProcess> {
    const isShipped = options.program === undefined && options.executable === undefined;
    if (isShipped) await ensurePanel();
    if (isShipped && isPlain(options)) await copyPreparedData(options.dataDir, setUp);
    const panel = new PanelProcess(spawnPanel(options), options.cookie ?? "");
    const late = setTimeout(() => panel.#signal("SIGKILL"), READY_DEADLINE_MS);
    await until("the ready line", () => panel.#hasEnded || panel.#isReady, POLL_INTERVAL_MS);
    clearTimeout(late);
    if (!panel.#isReady) {
      throw new Error(`the panel ended before it was ready: ${(await panel.#exit).output}`);
    }
    panel.readyMs = performance.now() - panel.#startedAt;
    return panel;
  }

  /** The address it listens on, without a trailing slash. The port changes when it restarts itself. */
  get address(): string {
    return [...this.#stdout.matchAll(readyLine)].at(-1)?.[1] ?? "";
  }

  get #isReady(): boolean {
    return this.address !== "" || /^Sundial worker .+ is ready$/m.test(this.#stdout);
  }

  /** What it has written to standard error so far. */
  get output(): string {
    return this.#stderr;
  }

  /** Sends a request to a path below `/api` and returns the JSON or text of the response. Throws unless it succeeds. */
  // deno-lint-ignore no-explicit-any -- any response of the API
  async request(method: string, path: string, body?: unknown): Promise<any> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  /** Sends a request to a path below `/api` and returns the response unread. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.fetch(`/api${path}`, { method, ...(body !== undefined && { json: body }) });
  }

  /** Sends a request as `fetch` does and stores the cookie of the response. `json` makes it a POST by default. */
  async fetch(path: string, { json, ...init }: JsonInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie !== "") headers.set("cookie", this.cookie);
    if (json !== undefined) headers.set("content-type", "application/json");
    const content = json === undefined ? {} : { method: init.method ?? "POST", body: JSON.stringify(json) };
    const response = await fetch(this.address + path, { ...init, ...content, headers });
    this.cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? this.cookie;
    return response;
  }

  /** Sends a request as `fetch` does and returns the JSON of the response. Throws unless it succeeds. */
  async json<T>(path: string, init: JsonInit = {}): Promise<T> {
    const response = await this.fetch(path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  }

  /** Logs in with the account of `setUp`. */
  async logIn(): Promise<void> {
    await this.json("/api/auth/login", { json: account });
  }

  forgetCookie(): void {
    this.cookie = "";
  }

  /** Stops its execution without its knowledge, until `resume`. */
  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  /** Its exit status, once it has ended. */
  get exit(): Promise<Exit> {
    return this.#exit;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Sends a signal and waits until the process has ended. */
  async end(signal: Deno.Signal): Promise<Exit> {
    this.#signal(signal);
    // A process that hangs must fail one test, not keep all of them waiting.
    let isHanging = false;
    const timer = setTimeout(() => {
      isHanging = true;
      this.#signal("SIGKILL");
    }, END_MS);
    const exit = await this.#exit;
    clearTimeout(timer);
    if (isHanging) throw new Error(`the panel had not ended ${END_MS} ms after ${signal}`);
    return exit;
  }

  /** Kills it with SIGKILL. */
  kill(): Promise<Exit> {
    return this.end("SIGKILL");
  }

  /** Shuts it down with SIGTERM. */
  stop(): Promise<Exit> {
    return this.end("SIGTERM");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #signal(signal: Deno.Signal): void {
    try {
      process.kill(this.pid, signal);
    } catch {
      // It has already ended.
    }
  }

  async #watch(stderr: Promise<void>): Promise<Exit> {
    const { code, signal } = await this.#child.status;
    this.#hasEnded = true;
    // A process it started may keep its standard error open.
    const deadline = Promise.withResolvers<void>();
    const timer = setTimeout(deadline.resolve, STDERR_DEADLINE_MS);
    await Promise.race([stderr, deadline.promise]);
    clearTimeout(timer);
    return { code, signal, output: this.#stderr };
  }
}

/** Returns whether the first start of a panel sets up the usual account, in its own database. */
function isPlain({ setUp = false, environment = {}, clearEnvironment = false }: PanelOptions): boolean {
  const decisive = ["SUNDIAL_ADMIN_", "SUNDIAL_DATABASE_URL", "SUNDIAL_KEY_FILE"];
  const others = Object.keys(environment).filter((name) => decisive.some((start) => name.startsWith(start)));
  return setUp && !clearEnvironment && others.length === 0;
}

async function setUp(dataDir: string): Promise<void> {
  const panel = await PanelProcess.start({ dataDir, setUp: true, program: shippedProgram });
  await panel.stop();
}

/** Starts `serve` without waiting for anything, for a panel that is expected to refuse. The panel has been built. */
export function spawnPanel(options: PanelOptions): Deno.ChildProcess {
  const { dataDir, flags = [], program = shippedProgram, environment = {}, setUp = false, executable } =
    options;
  const { command: name = "serve" } = options;
  const hasPort = name === "worker" || flags.some((flag) => flag.startsWith("--port"));
  const port = hasPort ? [] : ["--port", "0"];
  const command = executable === undefined ? ["run", "-A", ...program] : [];
  const firstAccount = {
    SUNDIAL_ADMIN_USERNAME: account.username,
    SUNDIAL_ADMIN_PASSWORD: account.password,
    SUNDIAL_ADMIN_LANGUAGE: "en",
  };
  return spawn(
    executable ?? Deno.execPath(),
    [...command, name, "--data-dir", dataDir, ...port, ...flags],
    {
      ...options,
      environment: setUp ? { ...firstAccount, ...environment } : environment,
    },
  );
}

type SpawnOptions = Pick<PanelOptions, "environment" | "clearEnvironment" | "workingDirectory">;

function spawn(command: string, args: string[], options: SpawnOptions): Deno.ChildProcess {
  const { environment = {}, clearEnvironment = false, workingDirectory } = options;
  return new Deno.Command(command, {
    args,
    clearEnv: true,
    env: {
      ...(clearEnvironment ? mark() : environmentOfPrograms()),
      NO_COLOR: "1",
      ...environment,
    },
    ...(workingDirectory === undefined ? {} : { cwd: workingDirectory }),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Returns the environment variables of the test without those of a panel. */
export function environmentOfPrograms(): Record<string, string> {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("SUNDIAL_"));
  return { ...Object.fromEntries(inherited), ...currentZones(), LANG: "C.UTF-8", ...mark() };
}

// By which the runner finds what a test leaves running.
function mark(): Record<string, string> {
  const value = Deno.env.get(MARK);
  return value === undefined ? {} : { [MARK]: value };
}

const readyLine = /ready on (http:\/\/\S+?)\/?\s/g;

async function read(
  output: ReadableStream<Uint8Array<ArrayBuffer>>,
  add: (text: string) => void,
): Promise<void> {
  for await (const text of output.pipeThrough(new TextDecoderStream())) add(text);
}

/** Reads lines until one names an address. The rest is read and dropped, so that the process is never blocked. */
export async function readyAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = output.getReader();
  let printed = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    printed += decoder.decode(chunk.value, { stream: true });
    const address = [...printed.matchAll(readyLine)][0]?.[1];
    if (address === undefined) continue;
    reader.releaseLock();
    void output.pipeTo(new WritableStream()).catch(() => {});
    return address;
  }
  throw new Error(`the process ended before it was ready:\n${printed}`);
}
