import { join } from "node:path";
import { type PanelOptions, PanelProcess, readyAddress } from "../support/panel_process.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { type Contents, fillDatabase } from "./fill_database.ts";

export interface BenchPanelOptions {
  /** What its database contains at the start; gets the path of `reports`. */
  contents?: (reports: string) => Contents;
  settings?: Record<string, unknown>;
}

/** A panel as it is shipped, over a folder of its own, with a logged-in user. */
export class BenchPanel implements AsyncDisposable {
  private constructor(readonly dataDir: string, readonly panel: PanelProcess) {}

  static async open({ contents, settings }: BenchPanelOptions = {}): Promise<BenchPanel> {
    const dataDir = await Deno.makeTempDir({ prefix: "sundial-bench-" });
    if (contents) await fillDatabase(dataDir, contents(reportsIn(dataDir)));
    const panel = await PanelProcess.start({ dataDir, setUp: true });
    await panel.logIn();
    if (settings) await panel.json("/api/settings", { method: "PATCH", json: settings });
    return new BenchPanel(dataDir, panel);
  }

  /** A file outside the folders of the panel, for what processes report. */
  get reports(): string {
    return reportsIn(this.dataDir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
    await removeDataDir(this.dataDir);
  }
}

function reportsIn(dataDir: string): string {
  return join(dataDir, "reports.txt");
}

/** The bare program that the panel is compared with. */
export class BareServer implements AsyncDisposable {
  private constructor(
    readonly process: Deno.ChildProcess,
    readonly address: string,
    /** From the start of the process to its ready line (ms). */
    readonly readyMs: number,
  ) {}

  static async open(): Promise<BareServer> {
    const startedAt = performance.now();
    const process = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", join(import.meta.dirname!, "bare_server.ts")],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const address = await readyAddress(process.stdout);
    return new BareServer(process, address, performance.now() - startedAt);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill("SIGKILL");
    await this.process.status;
  }
}

/** The options of `PanelProcess.start`, for a folder that outlives the panel. */
export async function startOver(
  dataDir: string,
  options: Partial<PanelOptions> = {},
): Promise<PanelProcess> {
  return await PanelProcess.start({ dataDir, setUp: true, ...options });
}

/** Waits (ms). */
export function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
