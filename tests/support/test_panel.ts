// The composed panel: its services over a temporary folder, without a socket unless a test needs one.
import { join } from "node:path";
import type { Database } from "../../server/engine/store.ts";
import type { HttpServer } from "../../server/http/http_server.ts";
import { type Clock, systemClock } from "../../server/platform/clock.ts";
import { readConfig } from "../../server/platform/config.ts";
import { SystemLogFiles } from "../../server/platform/system_log/system_log_files.ts";
import { openServices, type Services } from "../../server/services.ts";
import { writeFreshDatabase } from "./fresh_database.ts";
import { listenOnLoopback } from "./listen_on_loopback.ts";
import { type PanelDatabase, panelDatabase } from "./panel_database.ts";
import { password, username } from "./test_app.ts";
import { removeDataDir } from "./remove_data_dir.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** Real hashes take 0.3 s of CPU time each. */
const cheapCost = { N: 16, r: 1, p: 1 };
const remoteAddr = { transport: "tcp", hostname: "127.0.0.1", port: 40_000 } as const;

export interface Sent {
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  /** Sent over the socket in the data folder. */
  local?: boolean;
}

export interface TestPanelOptions {
  clock: Clock;
  /** Prepares the data folder before the start. */
  prepare(dataDir: string): Promise<void>;
  /** Returns its database; by default one of the engine that the tests run on. */
  database(dataDir: string): PanelDatabase | Promise<PanelDatabase>;
}

export class TestPanel implements AsyncDisposable {
  readonly dataDir: string;
  /** A separate connection to the panel's database, for checks and changes. */
  readonly db: Database;
  readonly #database: PanelDatabase;
  readonly #services: Services;
  readonly #basePath: string;

  private constructor(
    { dataDir, db, database, services, basePath }: Pick<TestPanel, "dataDir" | "db"> & {
      database: PanelDatabase;
      services: Services;
      basePath: string;
    },
  ) {
    this.dataDir = dataDir;
    this.db = db;
    this.#database = database;
    this.#services = services;
    this.#basePath = basePath;
  }

  /** Opens a panel with an account, unless the environment variables in `more` say otherwise. */
  static async open(
    more: Record<string, string> = {},
    { clock = systemClock, prepare = () => Promise.resolve(), database: choose = panelDatabase }: Partial<
      TestPanelOptions
    > = {},
  ): Promise<TestPanel> {
    const dataDir = await Deno.makeTempDir({ prefix: "sundial-open-" });
    await writeFreshDatabase(join(dataDir, "sundial.sqlite"));
    const database = await choose(dataDir);
    await reserveSpace(join(dataDir, "reserve"));
    await prepare(dataDir);
    const variables = {
      SUNDIAL_DATA_DIR: dataDir,
      SUNDIAL_ADMIN_USERNAME: username,
      SUNDIAL_ADMIN_PASSWORD: password,
      SUNDIAL_ADMIN_LANGUAGE: "en",
      ...database.environment,
      ...more,
    };
    const systemLog = new SystemLogFiles({ clock });
    const services = await openServices(readConfig(new Map(), variables), {
      clock,
      logger: silent,
      systemLog,
      restart: null,
      passwordCost: cheapCost,
    });
    const db = await database.open();
    return new TestPanel({ dataDir, db, database, services, basePath: more["SUNDIAL_BASE_PATH"] ?? "" });
  }

  /** Confirms that it responds, as its supervisor does. */
  confirm(): Promise<void> {
    return this.#services.confirm();
  }

  /** Sends a request to a path below `/api`, or to one below `/open/`, and returns the response unread. */
  send(
    method: string,
    path: string,
    { body, raw, headers = {}, local = false }: Sent = {},
  ): Promise<Response> {
    const content = body === undefined ? raw && { body: raw } : { body: JSON.stringify(body) };
    const typed = body === undefined ? headers : { "content-type": "application/json", ...headers };
    const address = path.startsWith("/open/") ? path : `/api${path}`;
    const url = `http://localhost${this.#basePath}${address}`;
    const request = new Request(url, { method, headers: typed, ...content });
    const from = local ? { transport: "unix", path: "" } as const : remoteAddr;
    return this.#services.app.fetch(request, { remoteAddr: from });
  }

  /** Sends a request and returns the JSON of the response. Throws unless it succeeds. */
  // deno-lint-ignore no-explicit-any -- any response of the API
  async request(method: string, path: string, sent: Sent = {}): Promise<any> {
    const response = await this.send(method, path, sent);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  /** Also listens on a free loopback port, until the server is closed. */
  listen(): Promise<HttpServer> {
    return listenOnLoopback(this.#services.app);
  }

  /** Logs in the administrator and returns the headers of the session. */
  async logIn(): Promise<Record<string, string>> {
    const response = await this.send("POST", "/auth/login", { body: { username, password } });
    await response.body?.cancel();
    return { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.db.destroy();
    await this.#services.closeStreams();
    await this.#services.close();
    await this.#database[Symbol.asyncDispose]();
    await removeDataDir(this.dataDir);
  }
}

// The panel would fill these files, 16 MB per test. It accepts sparse ones as complete.
async function reserveSpace(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  for (let number = 0; number < 32; number++) {
    const path = join(folder, String(number).padStart(2, "0"));
    await Deno.writeFile(path, new Uint8Array());
    await Deno.truncate(path, 524_288);
  }
}
