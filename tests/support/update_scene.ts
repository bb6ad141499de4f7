// A panel in one file, a release server, and an update from one version to the next.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ProgressResult } from "../../server/contract/progress.ts";
import { freePort } from "./free_port.ts";
import { describe, type Keys, makeKeys, ReleaseServer } from "./release_server.ts";
import { PanelProcess } from "./panel_process.ts";
import { buildStandIn, installStandIn, type StandIn } from "./stand_in.ts";
import { until } from "./until.ts";

export const oldVersion = "1.0.0";
export const newVersion = "1.1.0";

/** Both versions, built once. */
export class Versions implements AsyncDisposable {
  readonly old: StandIn;
  readonly new: StandIn;

  private constructor(readonly folder: string, readonly keys: Keys, [old, fresh]: [StandIn, StandIn]) {
    this.old = old;
    this.new = fresh;
  }

  static async build(size = 400_000): Promise<Versions> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-versions-" });
    const keys = makeKeys();
    const shared = { folder, releaseKey: keys.publicKey, size };
    const old = await buildStandIn({ ...shared, version: oldVersion });
    const fresh = await buildStandIn({ ...shared, version: newVersion, migrates: true });
    return new Versions(folder, keys, [old, fresh]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

export interface SceneOptions {
  environment?: Record<string, string>;
  flags?: string[];
  /** The folder; a temporary one by default. */
  root?: string;
}

/** One installation of the old version. */
export class UpdateScene implements AsyncDisposable {
  readonly data: string;
  readonly server: ReleaseServer;
  readonly #options: SceneOptions;
  readonly #port: number;
  #panel: PanelProcess | null = null;

  private constructor(
    readonly root: string,
    readonly versions: Versions,
    readonly program: string,
    options: SceneOptions,
  ) {
    this.data = join(root, "data");
    this.server = ReleaseServer.start(versions.keys);
    this.#options = options;
    // The same port after a restart.
    this.#port = freePort();
  }

  /** Installs the old version, starts it, and offers the new one. */
  static async open(versions: Versions, options: SceneOptions = {}): Promise<UpdateScene> {
    const root = options.root ?? await Deno.makeTempDir({ prefix: "sundial-update-" });
    const program = await installStandIn(join(root, "bin"), versions.old);
    const scene = new UpdateScene(root, versions, program, options);
    scene.offer(versions.new);
    await scene.start();
    await scene.panel.json("/api/settings", {
      method: "PATCH",
      json: { updateAddress: scene.server.address },
    });
    await scene.panel.json("/api/tasks", { json: { name: "kept", command: "true", schedules: "manual" } });
    return scene;
  }

  get panel(): PanelProcess {
    assert.ok(this.#panel, "no panel is running");
    return this.#panel;
  }

  offer({ version, text }: StandIn): void {
    this.server.offer(describe(version, text), text);
  }

  async start(): Promise<void> {
    this.#panel = await PanelProcess.start({
      dataDir: this.data,
      executable: this.program,
      setUp: true,
      flags: ["--port", String(this.#port), "--allow-networks", "127.0.0.1/32", ...this.#options.flags ?? []],
      environment: this.#options.environment ?? {},
    });
    await this.panel.logIn();
  }

  /** Requests an update to the new version. Returns the status code. */
  async install(version = newVersion): Promise<number> {
    const response = await this.panel.fetch("/api/system/update/install", { json: { version } });
    await response.body?.cancel();
    return response.status;
  }

  async progress(): Promise<ProgressResult["current"]> {
    return (await this.panel.json<ProgressResult>("/api/system/progress")).current;
  }

  /** Waits until the update ends, however often the panel is down meanwhile. */
  async outcome(): Promise<
    { version: string; error: { code: string; title: string; detail: string } | null }
  > {
    let current: ProgressResult["current"] = null;
    await until("the end of the update", async () => {
      current = await this.progress().catch(() => null);
      return current?.done === true;
    });
    const { version } = await this.panel.json<{ version: string }>("/api/health");
    return { version, error: (current as ProgressResult["current"])?.error ?? null };
  }

  journal(): { step: string; fault: string | null } | null {
    try {
      return JSON.parse(Deno.readTextFileSync(join(this.data, "update", "journal.json")));
    } catch {
      return null;
    }
  }

  /**
   * Asserts that a version runs, complete, with all acknowledged changes in its database, and nothing left
   * behind.
   */
  async assertRuns(version: string): Promise<void> {
    const health = await this.panel.json<{ version: string }>("/api/health");
    assert.equal(health.version, version);
    const standIn = version === newVersion ? this.versions.new : this.versions.old;
    assert.equal(Deno.readTextFileSync(this.program), standIn.text);
    const { items } = await this.panel.json<{ items: { name: string }[] }>("/api/tasks");
    assert.deepEqual(items.map(({ name }) => name), ["kept"]);
    const db = new DatabaseSync(join(this.data, "sundial.sqlite"), { readOnly: true, timeout: 10_000 });
    assert.deepEqual({ ...db.prepare("pragma quick_check").get() }, { quick_check: "ok" });
    const isMigrated = db.prepare("select 1 from sqlite_master where name = 'next_thing'").all().length > 0;
    assert.equal(isMigrated, version === newVersion, "the database has another version");
    db.close();
  }

  /** Lists the files beside the program. */
  beside(): string[] {
    return [...Deno.readDirSync(join(this.root, "bin"))].map(({ name }) => name).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#panel?.stop();
    await this.server[Symbol.asyncDispose]();
    if (this.#options.root === undefined) await Deno.remove(this.root, { recursive: true });
  }
}
