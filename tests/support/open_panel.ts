// The panel as it is put together for real: its services over a folder of their own, without a socket unless a test wants one.
import { join } from "node:path";
import type { Database } from "../../server/engine/store.ts";
import type { HttpServer } from "../../server/http/http_server.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { type Clock, systemClock } from "../../server/platform/clock.ts";
import { readConfig } from "../../server/platform/config.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { SystemLogFiles } from "../../server/platform/system_log/system_log_files.ts";
import { openServices, type Services } from "../../server/services.ts";
import { listenOnLoopback } from "./listen_on_loopback.ts";
import { password, username } from "./test_app.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const info: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 40_000 },
  completed: Promise.resolve(),
};

export interface Sent {
  body?: unknown;
  /** Sent as it is instead of `body`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
}

export interface OpenPanelOptions {
  clock: Clock;
  /** Puts into the data folder what is to be there before. */
  prepare(dataDir: string): Promise<void>;
}

export class OpenPanel implements AsyncDisposable {
  readonly dataDir: string;
  /** A connection of its own to the panel's database, to look and to meddle. */
  readonly db: Database;
  readonly #services: Services;
  readonly #basePath: string;

  private constructor(dataDir: string, services: Services, basePath: string) {
    this.dataDir = dataDir;
    this.#services = services;
    this.#basePath = basePath;
    this.db = openDatabase<Tables>(join(dataDir, "sundial.sqlite"));
  }

  /** Opens a panel with an account unless `more`, the variables of the operator, say otherwise. */
  static async open(
    more: Record<string, string> = {},
    { clock = systemClock, prepare = () => Promise.resolve() }: Partial<OpenPanelOptions> = {},
  ): Promise<OpenPanel> {
    const dataDir = await Deno.makeTempDir({ prefix: "sundial-open-" });
    await prepare(dataDir);
    const variables = {
      SUNDIAL_DATA_DIR: dataDir,
      SUNDIAL_ADMIN_USERNAME: username,
      SUNDIAL_ADMIN_PASSWORD: password,
      SUNDIAL_ADMIN_LANGUAGE: "en",
      ...more,
    };
    const systemLog = new SystemLogFiles({ clock });
    const services = await openServices(readConfig(new Map(), variables), {
      clock,
      logger: silent,
      systemLog,
      restart: null,
    });
    return new OpenPanel(dataDir, services, more["SUNDIAL_BASE_PATH"] ?? "");
  }

  /** Tells it that it answers, as whoever starts it does. */
  confirm(): Promise<void> {
    return this.#services.confirm();
  }

  /** Sends a request to a path below `/api` and leaves the answer unread. */
  send(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Response> {
    const content = body === undefined ? raw && { body: raw } : { body: JSON.stringify(body) };
    const typed = body === undefined ? headers : { "content-type": "application/json", ...headers };
    const url = `http://localhost${this.#basePath}/api${path}`;
    const request = new Request(url, { method, headers: typed, ...content });
    return this.#services.app.fetch(request, info);
  }

  /** Sends a request and reads the JSON it answers. Throws what is no success. */
  // deno-lint-ignore no-explicit-any -- whatever the API answers
  async ask(method: string, path: string, sent: Sent = {}): Promise<any> {
    const response = await this.send(method, path, sent);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  /** Listens on a free port of the loopback too, until the server is closed. */
  listen(): Promise<HttpServer> {
    return listenOnLoopback(this.#services.app);
  }

  /** Logs the administrator in and answers the header that says so. */
  async logIn(): Promise<Record<string, string>> {
    const response = await this.send("POST", "/auth/login", { body: { username, password } });
    await response.body?.cancel();
    return { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.db.destroy();
    await this.#services.closeStreams();
    await this.#services.close();
    await Deno.remove(this.dataDir, { recursive: true });
  }
}
