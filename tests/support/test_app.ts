// The HTTP layer of the panel over a real database, without socket, wall clock and engine. `routes` adds what
// a test needs.
import { type App, createApp } from "../../server/app.ts";
import type { LiveEvent } from "../../server/contract/events.ts";
import { BROWSER_COOKIE } from "../../server/contract/auth.ts";
import { PASSKEY_COOKIE } from "../../server/contract/passkeys.ts";
import type { Problem } from "../../server/contract/problem.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Database } from "../../server/engine/store.ts";
import { addAccount, hasAccount } from "../../server/features/auth/account_store.ts";
import { ApplicationTokens, authenticateToken } from "../../server/features/applications/tokens.ts";
import { applicationRoutes } from "../../server/features/applications/routes.ts";
import { Applications } from "../../server/features/applications/service.ts";
import { auditRoutes } from "../../server/features/audit/routes.ts";
import { AuditLog } from "../../server/features/audit/service.ts";
import { auditCalls } from "../../server/features/audit/audit_calls.ts";
import { AuditLogWriter } from "../../server/features/audit/audit_log.ts";
import { openAuth } from "../../server/features/auth/build_auth.ts";
import { LoginLimits } from "../../server/features/auth/login_limits.ts";
import { passwordIssues, Passwords } from "../../server/features/auth/passwords.ts";
import { authRoutes } from "../../server/features/auth/routes.ts";
import { authenticateSession, Sessions } from "../../server/features/auth/sessions.ts";
import { EventHistory } from "../../server/features/events/event_history.ts";
import { LiveStreams } from "../../server/features/events/live_streams.ts";
import { StreamLeases } from "../../server/features/events/stream_leases.ts";
import { eventsRoutes } from "../../server/features/events/routes.ts";
import { healthRoutes } from "../../server/features/health/routes.ts";
import { initializationRoutes } from "../../server/features/initialization/routes.ts";
import { loginLogRoutes } from "../../server/features/login_log/routes.ts";
import { LoginLog } from "../../server/features/login_log/service.ts";
import { Initialization } from "../../server/features/initialization/service.ts";
import { SetupCode } from "../../server/features/initialization/setup_code.ts";
import { openApiRoutes } from "../../server/features/openapi/routes.ts";
import { settingsRoutes } from "../../server/features/settings/routes.ts";
import { openSettings, type SettingsService } from "../../server/features/settings/service.ts";
import { PageFiles } from "../../server/http/page_files.ts";
import type { Route } from "../../server/http/route.ts";
import { SessionCookie } from "../../server/http/session_cookie.ts";
import { WriteState } from "../../server/platform/write_state.ts";
import { Sealer } from "../../server/platform/seal.ts";
import { Locations } from "../../server/platform/clients/places.ts";
import { networkOf, parseNetworks } from "../../server/platform/networks.ts";
import { TestClock } from "./test_clock.ts";
import { freshDatabase } from "./fresh_database.ts";

export const username = "mira";
export const password = "correct horse battery";
export const version = "9.8.7";

export interface TestAppOptions {
  basePath?: string;
  publicUrl?: string;
  trustedProxies?: string[];
  loopbackOnly?: boolean;
  /** Folder for the encryption key and pictures; nothing is encrypted or drawn without it. */
  dataDir?: string;
  /** Database of address locations. */
  geoFile?: string;
  /** Folder of the built page; none by default. */
  pageRoot?: string;
  routes?: Route[];
}

export interface Call {
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: BodyInit;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  /** Address of the client. */
  peer?: string;
}

export interface AppResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The body when it is JSON. */
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
  /** The setup code. */
  readonly setupCode: string;
  readonly streams: LiveStreams;
  readonly writes: WriteState;
  readonly #leases: StreamLeases;
  /** Every published event, in order. */
  readonly events: LiveEvent[] = [];
  /** The panel's log messages at warn and error. */
  readonly logged: { message: string; fields: Record<string, unknown> }[] = [];
  readonly basePath: string;

  private constructor(parts: Parts, options: TestAppOptions) {
    const { db, bus, clock, settings, leases, streams, sessions, writes } = parts;
    this.db = db;
    this.clock = clock;
    this.settings = settings;
    this.sessions = sessions;
    this.streams = streams;
    this.writes = writes;
    this.#leases = leases;
    this.basePath = options.basePath ?? "";
    bus.listen((event) => this.events.push(event));
    const built = build(parts, options, (message, fields = {}) => this.logged.push({ message, fields }));
    this.routes = built.routes;
    this.loginLog = built.loginLog;
    this.setupCode = built.setupCode;
    this.app = built.app;
  }

  /** Creates the app over an in-memory database. */
  static async open(options: TestAppOptions = {}): Promise<TestApp> {
    const db = await freshDatabase();
    const clock = new TestClock();
    const bus = new Bus((error) => {
      throw error;
    });
    const settings = await openSettings({
      db,
      bus,
      clock,
      // Without a folder nothing is encrypted.
      secrets: { sealer: new Sealer(options.dataDir ?? "/nowhere"), keys: options.dataDir ?? "/nowhere" },
      systemTimeZone: "Europe/Berlin",
      defaultConcurrency: 4,
      defaultLanguage: "en",
    });
    const sessions = new Sessions({ db, bus, clock });
    const audit = new AuditLogWriter({ db, clock });
    const limits = new LoginLimits({ db, clock });
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const tokens = new ApplicationTokens({ db, bus, clock, limits, audit, logger });
    const leases = new StreamLeases({
      bus,
      clock,
      isAlive: ({ kind, id }) => (kind === "session" ? sessions : tokens).isAlive(id),
      onError: (error) => {
        throw error;
      },
    });
    const history = new EventHistory(clock.now());
    const page = new PageFiles({ root: options.pageRoot ?? "/nowhere" });
    const pageBuild = async () => (await page.manifest())?.entry ?? null;
    const streams = new LiveStreams({ bus, clock, leases, history, pageBuild });
    const writes = new WriteState(clock);
    const parts = { db, bus, clock, settings, sessions, tokens, leases, streams, history, writes };
    return new TestApp(parts, options);
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
    if (cookie === undefined) throw new Error("setting up set no cookie");
    return cookie;
  }

  /** Logs in the administrator and returns the cookie. */
  async logIn(call: Call = {}): Promise<string> {
    const { cookie } = await this.call("POST", "/api/auth/login", { ...call, body: { username, password } });
    if (cookie === undefined) throw new Error("logging in set no cookie");
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
    if (this.clock.timers > 0) throw new Error(`${this.clock.timers} timers are left`);
  }
}

interface Parts {
  db: Database;
  bus: Bus;
  clock: TestClock;
  settings: SettingsService;
  sessions: Sessions;
  tokens: ApplicationTokens;
  leases: StreamLeases;
  streams: LiveStreams;
  history: EventHistory;
  writes: WriteState;
}

type Log = (message: string, fields?: Record<string, unknown>) => void;

function build(
  parts: Parts,
  options: TestAppOptions,
  log: Log,
): { app: App; routes: Route[]; loginLog: LoginLog; setupCode: string } {
  const { db, bus, clock, settings, sessions, tokens, streams, history, writes } = parts;
  const basePath = options.basePath ?? "";
  const publicUrl = options.publicUrl === undefined ? null : new URL(options.publicUrl);
  const logger = { debug: () => {}, info: () => {}, warn: log, error: log };
  const passwords = new Passwords({ N: 16, r: 1, p: 1 });
  const limits = new LoginLimits({ db, clock });
  const cookie = new SessionCookie({ basePath, publicUrl });
  const dataDir = options.dataDir ?? "/nowhere";
  const places = new Locations({ file: options.geoFile ?? null, logger });
  const loginLog = new LoginLog({ db, bus, clock, places, language: () => settings.current().language });
  const auth = openAuth({
    ...{ db, bus, clock, logger, sessions, limits, passwords, cookie, version, log: loginLog },
    lastEventId: () => history.last,
    browserCookie: new SessionCookie({ basePath, publicUrl }, BROWSER_COOKIE),
    passkeyCookie: new SessionCookie({ basePath, publicUrl }, PASSKEY_COOKIE),
    publicUrl,
    audit: new AuditLogWriter({ db, clock }),
    sealer: new Sealer(dataDir),
    settings: () => settings.current(),
    avatars: `${dataDir}/avatars`,
  });
  const { loginFlow } = auth;
  const setupCode = new SetupCode({
    host: options.loopbackOnly ?? true ? "127.0.0.1" : "0.0.0.0",
    publicUrl,
    trustedProxies: options.trustedProxies ?? [],
  });
  const initialization = new Initialization({
    db,
    clock,
    logger,
    setupCode,
    accounts: { any: hasAccount, add: addAccount },
    passwordIssues,
    hashPassword: (plain) => passwords.hash(plain),
    settings: () => settings.current(),
    updateSettings: (patch) => settings.update(patch),
    admitCode: async (ip) => {
      const admission = await limits.admit({ door: "initialization", network: networkOf(ip), name: "" });
      return () => limits.succeed(admission);
    },
  });
  const features = [
    ...healthRoutes({
      version,
      readOnly: () => writes.readOnly,
      disk: () => null,
      check: () => Promise.resolve({ serves: true, parts: { database: "ok" as const } }),
      counts: () => Promise.resolve({ tasks: 0 }),
    }),
    ...initializationRoutes(
      initialization,
      (id, loginMethod, language) => loginFlow.openSession(id, loginMethod, { language }),
    ),
    ...authRoutes(auth),
    ...loginLogRoutes(loginLog),
    ...applicationRoutes({ applications: new Applications({ db, bus, clock, tokens }), tokens }),
    ...auditRoutes(new AuditLog({ db, clock })),
    ...settingsRoutes(settings),
    ...eventsRoutes(streams),
    ...options.routes ?? [],
  ];
  const routes = [...features, ...openApiRoutes(features, { basePath, version })];
  const app = createApp({
    basePath,
    publicUrl,
    trustedProxies: parseNetworks(options.trustedProxies ?? []),
    loopbackOnly: options.loopbackOnly ?? true,
    logger,
    clock,
    writes,
    onStorageFull: () => writes.begin("disk_full"),
    page: new PageFiles({ root: options.pageRoot ?? "/nowhere" }),
    authenticators: [authenticateToken(tokens), authenticateSession(sessions, cookie)],
    audit: auditCalls(new AuditLogWriter({ db, clock }), () => Promise.resolve(null)),
    routes,
    isInitialized: () => hasAccount(db),
  });
  return { app, routes, loginLog, setupCode: setupCode.text };
}

function cookieOf(response: Response): string | undefined {
  return response.headers.getSetCookie()[0]?.split(";")[0];
}

function infoOf(hostname: string): Deno.ServeHandlerInfo {
  return { remoteAddr: { transport: "tcp", hostname, port: 40_000 }, completed: Promise.resolve() };
}
