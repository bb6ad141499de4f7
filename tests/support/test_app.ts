// The HTTP layer of the panel over a real database, without socket, wall clock and engine. `routes` adds what
// a test needs.
import type { App } from "../../server/app.ts";
import type { LiveEvent } from "../../server/contract/events.ts";
import type { Problem } from "../../server/contract/problem.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Database } from "../../server/engine/store.ts";
import { AuditLogWriter } from "../../server/features/audit/audit_log.ts";
import type { Sessions } from "../../server/features/auth/sessions.ts";
import { EventHistory } from "../../server/features/events/event_history.ts";
import { LiveStreams } from "../../server/features/events/live_streams.ts";
import { StreamLeases } from "../../server/features/events/stream_leases.ts";
import { healthRoutes } from "../../server/features/health/routes.ts";
import { AppError } from "../../server/contract/app_error.ts";
import type { Channels } from "../../server/features/notifications/channel_service.ts";
import type { LoginLog } from "../../server/features/login_log/service.ts";
import { openApiRoutes } from "../../server/features/openapi/routes.ts";
import { openSettings, type SettingsService } from "../../server/features/settings/service.ts";
import { PageFiles } from "../../server/http/page_files.ts";
import type { Route } from "../../server/http/route.ts";
import { version } from "../../server/platform/build_info.ts";
import { engineOf } from "../../server/platform/database_engine.ts";
import { readConfig } from "../../server/platform/config.ts";
import { Sealer } from "../../server/platform/seal.ts";
import { WriteState } from "../../server/platform/write_state.ts";
import { buildApp } from "../../server/services/build_app.ts";
import { buildAccess, isHolderAlive } from "../../server/services/build_access.ts";
import { listAccessRoutes } from "../../server/services/list_routes.ts";
import { TestClock } from "./test_clock.ts";
import { freshDatabase } from "./fresh_database.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary_folder.ts";

const noChannel = () => Promise.reject(new AppError("not_found"));
const noChannels: Pick<Channels, "get" | "send"> = { get: noChannel, send: noChannel };

export const username = "mira";
export const password = "correct horse battery";

export interface TestAppOptions {
  basePath?: string;
  publicUrl?: string;
  hsts?: boolean;
  trustedProxies?: string[];
  loopbackOnly?: boolean;
  /** Folder for the encryption key and pictures; without one nothing is encrypted or redrawn. */
  dataDir?: string;
  /** Use a temporary folder as `dataDir`. */
  withDataDir?: boolean;
  /** Database of address locations. */
  geoFile?: string;
  /** Folder of the built page; none by default. */
  pageRoot?: string;
  routes?: Route[];
  /** Those through which invitations are sent; none by default. */
  channels?: Pick<Channels, "get" | "send">;
  /** Other variables of the panel. */
  variables?: Record<string, string>;
}

export interface Call {
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: BodyInit;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  peer?: string;
}

export interface AppResponse {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
  problem: Problem;
  /** The session cookie it set, as a browser would send it back. */
  cookie: string | undefined;
}

export class TestApp implements AsyncDisposable {
  readonly app: App;
  readonly db: Database;
  readonly clock: TestClock;
  readonly routes: Route[];
  readonly settings: SettingsService;
  readonly sessions: Sessions;
  readonly loginLog: LoginLog;
  readonly setupCode: string;
  readonly streams: LiveStreams;
  readonly writes: WriteState;
  readonly #leases: StreamLeases;
  readonly #folder: TemporaryFolder | null;
  /** Every published event, in order. */
  readonly events: LiveEvent[] = [];
  /** The panel's log messages at warn and error. */
  readonly logged: { message: string; fields: Record<string, unknown> }[];
  readonly basePath: string;
  readonly dataDir: string;

  private constructor(
    parts: Pick<
      TestApp,
      | "app"
      | "db"
      | "clock"
      | "routes"
      | "settings"
      | "sessions"
      | "loginLog"
      | "setupCode"
      | "streams"
      | "writes"
      | "logged"
    >,
    leases: StreamLeases,
    { basePath, dataDir }: ReturnType<typeof readConfig>,
    folder: TemporaryFolder | null,
  ) {
    this.app = parts.app;
    this.db = parts.db;
    this.clock = parts.clock;
    this.routes = parts.routes;
    this.settings = parts.settings;
    this.sessions = parts.sessions;
    this.loginLog = parts.loginLog;
    this.setupCode = parts.setupCode;
    this.streams = parts.streams;
    this.writes = parts.writes;
    this.logged = parts.logged;
    this.#leases = leases;
    this.basePath = basePath;
    this.dataDir = dataDir;
    this.#folder = folder;
  }

  /** Creates the app over an in-memory database. */
  static async open({ withDataDir = false, ...options }: TestAppOptions = {}): Promise<TestApp> {
    const folder = withDataDir ? await temporaryFolder() : null;
    const db = await freshDatabase();
    const clock = new TestClock();
    const bus = new Bus(rethrow);
    const logged: TestApp["logged"] = [];
    const log = (message: string, fields = {}) => void logged.push({ message, fields });
    const logger = { debug() {}, info() {}, warn: log, error: log };
    const config = readConfig(
      new Map(),
      variablesOf({ ...options, ...(folder && { dataDir: folder.path }) }),
    );
    const sealer = new Sealer(config.dataDir);
    const settings = await openSettings({
      db,
      bus,
      clock,
      logger,
      secrets: { sealer, keys: config.dataDir },
      systemTimeZone: "Europe/Berlin",
      defaultConcurrency: 4,
      defaultLanguage: "en",
    });
    const writes = new WriteState(clock);
    const foundation = {
      ...{ config, db, bus, clock, logger, settings, sealer, writes },
      language: () => settings.current().language,
      zone: () => "UTC",
      folder: { root: config.dataDir },
      audit: new AuditLogWriter({ db, clock }),
      disk: { reportFull: () => writes.begin("disk_full") },
      passwordCost: { N: 16, r: 1, p: 1 },
    };
    const history = new EventHistory(clock.now());
    const access = await buildAccess(foundation, () => history.last);
    const leases = new StreamLeases({
      bus,
      clock,
      isAlive: (holder) => isHolderAlive(holder, { db, ...access }),
      onError: rethrow,
    });
    const page = new PageFiles({ root: options.pageRoot ?? "/nowhere" });
    const pageBuild = async () => (await page.manifest())?.entry ?? null;
    const streams = new LiveStreams({ bus, clock, leases, history, pageBuild });
    const features = [
      ...healthRoutes({
        version,
        database: engineOf(db),
        readOnly: () => writes.readOnly,
        disk: () => null,
        check: () => Promise.resolve({ serves: true, parts: { database: "ok" as const } }),
        counts: () => Promise.resolve({ tasks: 0 }),
        proxyHeader: () => access.proxyLogin.describe(),
      }),
      ...listAccessRoutes(foundation, {
        access,
        streams,
        notifications: { channels: options.channels ?? noChannels },
      }),
      ...options.routes ?? [],
    ];
    const routes = [
      ...features,
      ...openApiRoutes(features, {
        basePath: config.basePath,
        publicUrl: config.publicUrl,
        version,
      }),
    ];
    const accessFolder = { isOperatorKey: () => false, isRunSignature: () => false };
    const app = buildApp(foundation, { access, accessFolder, page, routes });
    const parts = {
      ...{ app, db, clock, routes, settings, streams, writes, logged },
      ...{ sessions: access.sessions, loginLog: access.log, setupCode: access.setupCode?.text ?? "" },
    };
    const opened = new TestApp(parts, leases, config, folder);
    bus.listen((event) => opened.events.push(event));
    return opened;
  }

  /** Sends a request to a path below the base path. */
  async call(method: string, path: string, call: Call = {}): Promise<AppResponse> {
    const response = await this.send(method, path, call);
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    const json = type.includes("json") && text !== "" ? JSON.parse(text) : undefined;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json,
      problem: json,
      cookie: cookieOf(response),
    };
  }

  /** Sends a request and returns the response unread. */
  send(
    method: string,
    path: string,
    { body, raw, cookie, headers = {}, peer }: Call = {},
  ): Promise<Response> {
    const url = path.startsWith("http") ? path : `http://localhost:5780${this.basePath}${path}`;
    const sent = new Headers(headers);
    if (cookie !== undefined) sent.set("cookie", cookie);
    if (body !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(url, {
      method,
      headers: sent,
      ...(content !== undefined && { body: content }),
    });
    return this.app.fetch(request, infoOf(peer ?? "127.0.0.1"));
  }

  /** Sets up the panel and returns the administrator's cookie. */
  async setUp(): Promise<string> {
    const body = { username, password, code: this.setupCode };
    const { cookie } = await this.call("POST", "/api/initialization", { body });
    if (cookie === undefined) throw new Error("setup set no cookie");
    return cookie;
  }

  async logIn(call: Call = {}): Promise<string> {
    const { cookie } = await this.call("POST", "/api/auth/login", { ...call, body: { username, password } });
    if (cookie === undefined) throw new Error("login set no cookie");
    return cookie;
  }

  /** Reads everything stored, to assert that nothing changed. */
  async everythingStored(): Promise<string> {
    const tables = ["account", "session", "setting", "task", "run", "login_attempt"] as const;
    const rows = await Promise.all(tables.map((table) => this.db.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.streams.close();
    await this.#leases.close();
    await this.db.destroy();
    await this.#folder?.[Symbol.asyncDispose]();
    if (this.clock.timers > 0) throw new Error(`${this.clock.timers} timers are left`);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function variablesOf(options: TestAppOptions): Record<string, string> {
  const { basePath, publicUrl, hsts, trustedProxies, loopbackOnly = true } = options;
  const { dataDir = "/nowhere", geoFile } = options;
  return {
    ...options.variables,
    SUNDIAL_DATA_DIR: dataDir,
    SUNDIAL_HOST: loopbackOnly ? "127.0.0.1" : "0.0.0.0",
    ...(basePath !== undefined && { SUNDIAL_BASE_PATH: basePath }),
    ...(publicUrl !== undefined && { SUNDIAL_PUBLIC_URL: publicUrl }),
    ...(hsts !== undefined && { SUNDIAL_HSTS: String(hsts) }),
    ...(trustedProxies !== undefined && { SUNDIAL_TRUSTED_PROXIES: trustedProxies.join(",") }),
    ...(geoFile !== undefined && { SUNDIAL_GEO_FILE: geoFile }),
  };
}

function cookieOf(response: Response): string | undefined {
  return response.headers.getSetCookie()[0]?.split(";")[0];
}

function infoOf(hostname: string): Deno.ServeHandlerInfo {
  return { remoteAddr: { transport: "tcp", hostname, port: 40_000 }, completed: Promise.resolve() };
}
