// One panel or worker of a `ClusterScene`: a process that can be killed, paused, cut off and started again with its data.
import { join } from "node:path";
import type { NodeRole } from "../../server/contract/limits/nodes.ts";
import { type Exit, PanelProcess } from "./panel_process.ts";
import { TcpProxy } from "./tcp_proxy.ts";

export interface ClusterNodeOptions {
  name: string;
  role: NodeRole;
  folder: string;
  keyFile: string;
  databaseUrl: string;
  flags: readonly string[];
  setUp: boolean;
}

export class ClusterNode {
  readonly name: string;
  readonly role: NodeRole;
  readonly dataDir: string;
  readonly #options: ClusterNodeOptions;
  #process: PanelProcess | null = null;
  #isPaused = false;

  private constructor(options: ClusterNodeOptions, readonly network: TcpProxy) {
    this.#options = options;
    this.name = options.name;
    this.role = options.role;
    this.dataDir = join(options.folder, options.name);
  }

  static async create(options: ClusterNodeOptions): Promise<ClusterNode> {
    const { hostname, port } = new URL(options.databaseUrl);
    return new ClusterNode(options, await TcpProxy.listen({ hostname, port: Number(port) }));
  }

  get isRunning(): boolean {
    return this.#process !== null && !this.#process.hasEnded;
  }

  get process(): PanelProcess {
    if (this.#process === null) throw new Error(`${this.name} is not running`);
    return this.#process;
  }

  /** What it needs to join. */
  get environment(): Record<string, string> {
    const url = new URL(this.#options.databaseUrl);
    url.host = `127.0.0.1:${this.network.port}`;
    return { SUNDIAL_DATABASE_URL: url.href, SUNDIAL_KEY_FILE: this.#options.keyFile };
  }

  async start(): Promise<void> {
    const { name, role, flags, setUp } = this.#options;
    this.#process = await PanelProcess.start({
      ...{ dataDir: this.dataDir, environment: this.environment, setUp },
      command: role === "panel" ? "serve" : "worker",
      flags: ["--name", name, ...flags],
      cookie: this.#process?.cookie ?? "",
    });
    this.#isPaused = false;
  }

  /** Changes what is at a path, whatever version it has now. */
  async write(path: string, method: "PUT" | "PATCH", body: unknown): Promise<void> {
    const read = await this.process.send("GET", path);
    await read.body?.cancel();
    const etag = read.headers.get("etag");
    const response = await this.process.fetch(`/api${path}`, {
      ...{ method, json: body },
      headers: etag === null ? {} : { "if-match": etag },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }

  async kill(): Promise<void> {
    await this.process.kill();
  }

  async stop(): Promise<Exit> {
    return await this.process.stop();
  }

  pause(): void {
    this.process.pause();
    this.#isPaused = true;
  }

  resume(): void {
    this.process.resume();
    this.#isPaused = false;
  }

  /** Ends it whatever its state. */
  async close(): Promise<void> {
    if (this.isRunning) {
      if (this.#isPaused) this.resume();
      this.network.restore();
      const deadline = setTimeout(() => void this.process.kill(), 15_000);
      await this.stop();
      clearTimeout(deadline);
    }
    await this.network.close();
  }
}
