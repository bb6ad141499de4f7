// The API of the files over a temporary data folder, and a logged-in administrator.
import { join } from "node:path";
import type { FileArea, PathResults } from "../../server/contract/files.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Database } from "../../server/engine/store.ts";
import { type FilesParts, openFiles } from "../../server/features/files/files_parts.ts";
import { fileRoutes } from "../../server/features/files/routes.ts";
import type { Hold } from "../../server/platform/files/pinned_folder.ts";
import { type AppResponse, type Call, TestApp } from "./test_app.ts";
import { TestClock } from "./test_clock.ts";
import { freshDatabase } from "./fresh_database.ts";

export class FileScene implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #cookie: string;
  readonly #reported: string[];

  private constructor(
    readonly data: string,
    readonly db: Database,
    readonly clock: TestClock,
    readonly architecture: FilesParts,
    /** The administrator's settings; tests may change them. */
    readonly settings: { uploadMaxBytes: number },
    app: TestApp,
    cookie: string,
    published: string[],
  ) {
    this.#app = app;
    this.#cookie = cookie;
    this.#reported = published;
  }

  /**
   * Opens it. `data` is an empty folder that the caller removes, a temporary one by default; `hold` defaults
   * to what the machine supports.
   */
  static async open(data?: string, hold?: Hold): Promise<FileScene> {
    const root = data ?? await Deno.makeTempDir({ prefix: "sundial-files-" });
    const folder = { root, config: join(root, "config"), scripts: join(root, "scripts") };
    for (const path of [folder.config, folder.scripts]) await Deno.mkdir(path, { recursive: true });
    const db = await freshDatabase();
    const clock = new TestClock();
    const published: string[] = [];
    const bus = new Bus((error) => {
      throw error;
    });
    bus.listen(({ topic, type }) => published.push(`${topic} ${type}`));
    const architecture = openFiles({ db, clock, bus, folder, hold });
    const settings = { uploadMaxBytes: 1_000_000_000 };
    const app = await TestApp.open({
      routes: fileRoutes(architecture, {
        nameOf: () => Promise.resolve("mira"),
        uploadMaxBytes: () => settings.uploadMaxBytes,
      }),
    });
    const cookie = await app.setUp();
    return new FileScene(root, db, clock, architecture, settings, app, cookie, published);
  }

  /** Calls a route of an area: `PUT`, `scripts/content?path=a.js`. */
  async call(method: string, path: string, call: Call = {}): Promise<AppResponse> {
    return await this.#app.call(method, `/api/files/${path}`, { cookie: this.#cookie, ...call });
  }

  /** Sends a request and returns the response unread. */
  async send(method: string, path: string, call: Call = {}): Promise<Response> {
    return await this.#app.send(method, `/api/files/${path}`, { cookie: this.#cookie, ...call });
  }

  /** Sends a request to a URL unchanged. */
  async sendTo(address: string): Promise<Response> {
    return await this.#app.send("GET", address, { cookie: this.#cookie });
  }

  /** Every route of the files, as registered by the app. */
  get routes() {
    return this.#app.routes.filter(({ path }) => path.startsWith("/files/"));
  }

  /** Saves a file, overwriting any version, and returns its ETag. */
  async save(area: FileArea, path: string, content: string): Promise<string> {
    const exists = await Deno.lstat(this.path(area, path)).then(() => true, () => false);
    const headers: Record<string, string> = exists ? { "if-match": "*" } : {};
    const { status, json, text } = await this.put(area, path, content, headers);
    if (status !== 200 && status !== 201) throw new Error(text);
    return String(json.etag);
  }

  async put(
    area: FileArea,
    path: string,
    content: string,
    headers: Record<string, string> = {},
  ): Promise<AppResponse> {
    return await this.call("PUT", `${area}/content?path=${encodeURIComponent(path)}`, {
      body: { content },
      headers,
    });
  }

  /** Runs a batch request and returns the result per path: `ok`, or the error code. */
  async batch(method: string, path: string, body: unknown): Promise<Record<string, string>> {
    const { json, status, text } = await this.call(method, path, { body });
    if (status !== 200) throw new Error(text);
    const { results } = json as PathResults;
    return Object.fromEntries(results.map(({ path, ok, error }) => [path, ok ? "ok" : error!.code]));
  }

  /** Returns the location of an area's path on disk. */
  path(area: FileArea, path = ""): string {
    return join(this.data, area, path);
  }

  async read(area: FileArea, path: string): Promise<string> {
    return await Deno.readTextFile(this.path(area, path));
  }

  /** Returns the events published since the last call. */
  published(): string[] {
    return this.#reported.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app[Symbol.asyncDispose]();
    await this.db.destroy();
    if (this.clock.timers > 0) throw new Error(`${this.clock.timers} timers are left`);
    await Deno.remove(this.data, { recursive: true });
  }
}
