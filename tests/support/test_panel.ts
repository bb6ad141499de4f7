// The composed panel: its services over a temporary folder, without a socket unless a test needs one. With
// SUNDIAL_TEST_PANEL=shipped it is the bundle, started as it is shipped.
import { join } from "node:path";
import type { Database } from "../../server/engine/store.ts";
import { type Clock, systemClock } from "../../server/platform/clock.ts";
import { readConfig } from "../../server/platform/config.ts";
import { SystemLogFiles } from "../../server/platform/system_log/system_log_files.ts";
import { openServices } from "../../server/services.ts";
import { writeFreshDatabase } from "./fresh_database.ts";
import { listenOnLoopback } from "./listen_on_loopback.ts";
import { openSession } from "./open_session.ts";
import { type PanelDatabase, panelDatabase } from "./panel_database.ts";
import { removeDataDir } from "./remove_data_dir.ts";
import { type ServedPanel, startShippedPanel } from "./shipped_panel.ts";
import { password, username } from "./test_app.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** Real hashes take 0.3 s of CPU time each. */
const cheapCost = { N: 16, r: 1, p: 1 };
const DATABASE = "sundial.sqlite";
const firstAccount: Readonly<Record<string, string>> = {
  SUNDIAL_ADMIN_USERNAME: username,
  SUNDIAL_ADMIN_PASSWORD: password,
  SUNDIAL_ADMIN_LANGUAGE: "en",
};
const isShipped = Deno.env.get("SUNDIAL_TEST_PANEL") === "shipped";
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
  readonly #database: PanelDatabase;
  readonly #served: ServedPanel;
  readonly #basePath: string;

  private constructor(
    readonly dataDir: string,
    /** A separate connection to the panel's database, for checks and changes. */
    readonly db: Database,
    database: PanelDatabase,
    served: ServedPanel,
    basePath: string,
  ) {
    this.#database = database;
    this.#served = served;
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
    const hasUsualAccount = Object.keys(more).every((name) =>
      !name.startsWith("SUNDIAL_ADMIN_") || more[name] === firstAccount[name]
    );
    if (isShipped && hasUsualAccount) await writeAccount(dataDir);
    else await writeFreshDatabase(join(dataDir, DATABASE));
    const database = await choose(dataDir);
    await reserveSpace(join(dataDir, "reserve"));
    await prepare(dataDir);
    const variables = {
      SUNDIAL_DATA_DIR: dataDir,
      ...firstAccount,
      ...database.environment,
      ...more,
    };
    if (isShipped && clock !== systemClock) throw new Error("a shipped panel has the system's clock");
    const served = isShipped
      ? await startShippedPanel(dataDir, variables)
      : await serveInProcess(variables, clock);
    const db = await database.open();
    return new TestPanel(dataDir, db, database, served, more["SUNDIAL_BASE_PATH"] ?? "");
  }

  /** Confirms that it responds, as its supervisor does. */
  confirm(): Promise<void> {
    return this.#served.confirm();
  }

  /** Sends a request to a path below `/api`, or to one below `/open/`, `/ping/` or `/hook/`, and returns the response unread. */
  send(
    method: string,
    path: string,
    { body, raw, headers = {}, local = false }: Sent = {},
  ): Promise<Response> {
    const content = body === undefined ? raw && { body: raw } : { body: JSON.stringify(body) };
    const typed = body === undefined ? headers : { "content-type": "application/json", ...headers };
    const address = /^\/(open|ping|hook)\//.test(path) ? path : `/api${path}`;
    return this.#served.fetch(`${this.#basePath}${address}`, { method, headers: typed, ...content }, local);
  }

  /** Sends a request and returns the JSON of the response. Throws unless it succeeds. */
  // deno-lint-ignore no-explicit-any -- any response of the API
  async request(method: string, path: string, sent: Sent = {}): Promise<any> {
    const response = await this.send(method, path, sent);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  /** Also listens on a loopback port, until the server is closed. */
  listen(): ReturnType<ServedPanel["listen"]> {
    return this.#served.listen();
  }

  /** Logs in the administrator and returns the headers of the session. On a shipped panel, it opens one without the password. */
  async logIn(): Promise<Record<string, string>> {
    if (isShipped) return { cookie: await openSession(this.db, username) };
    const response = await this.send("POST", "/auth/login", { body: { username, password } });
    await response.body?.cancel();
    return { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.db.destroy();
    await this.#served.close();
    await this.#database[Symbol.asyncDispose]();
    await removeDataDir(this.dataDir);
  }
}

/** Names and contents. The hash of the password is cheap: a shipped panel would compute a real one. */
let withAccount: Promise<Map<string, Uint8Array>> | undefined;

/** Writes the database with the account, and the key that belongs to it. */
async function writeAccount(dataDir: string): Promise<void> {
  withAccount ??= makeAccount();
  for (const [name, bytes] of await withAccount) {
    await Deno.writeFile(join(dataDir, name), bytes, { mode: 0o600 });
  }
}

async function makeAccount(): Promise<Map<string, Uint8Array>> {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-account-" });
  await writeFreshDatabase(join(dataDir, DATABASE));
  await reserveSpace(join(dataDir, "reserve"));
  const panel = await serveInProcess({ SUNDIAL_DATA_DIR: dataDir, ...firstAccount }, systemClock);
  await panel.close();
  const files = new Map<string, Uint8Array>();
  for (const name of [DATABASE, "secret.key"]) files.set(name, await Deno.readFile(join(dataDir, name)));
  await removeDataDir(dataDir);
  return files;
}

async function serveInProcess(variables: Record<string, string>, clock: Clock): Promise<ServedPanel> {
  const services = await openServices(readConfig(new Map(), variables), {
    clock,
    logger: silent,
    systemLog: new SystemLogFiles({ clock }),
    restart: null,
    passwordCost: cheapCost,
  });
  return {
    async fetch(path, init, local) {
      const from = local ? { transport: "unix", path: "" } as const : remoteAddr;
      return await services.app.fetch(new Request(`http://localhost${path}`, init), { remoteAddr: from });
    },
    confirm: () => services.confirm(),
    listen: () => listenOnLoopback(services.app),
    async close() {
      await services.closeStreams();
      await services.close();
    },
  };
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
