// The started panel without a descriptor for a further connection: what is open goes on, and once there are descriptors again it
// accepts connections again by itself.
import assert from "node:assert/strict";
import { join } from "node:path";
import { stop } from "esbuild";
import { bundleServer } from "../../tools/stage.ts";
import { EventReader } from "../support/event_reader.ts";
import { RunningPanel } from "../support/running_panel.ts";
import { until } from "../support/until.ts";

/** Below what every process has open: nothing more can be opened. */
const NO_DESCRIPTORS = 3;
/** After so long an attempt is given up and the next one made. */
const ATTEMPT_MS = 1_000;
const UNSTABLE = ["--unstable-cron", "--unstable-no-legacy-abort"];
const RECOVERY = "new connections are not accepted any more; the panel listens again";
const RETRY = "the panel cannot listen again yet";

/** Runs prlimit; null where there is none. */
async function prlimit(...args: string[]): Promise<string | null> {
  try {
    const { success, stdout, stderr } = await new Deno.Command("prlimit", { args }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim();
  } catch (fault) {
    if (fault instanceof Deno.errors.NotFound) return null;
    throw fault;
  }
}

const ignore = await prlimit("--version") === null;
// deno-lint-ignore no-console -- who runs the tests has to know what was not tried
if (ignore) console.log("listener recovery: left out, for this machine has no prlimit (package util-linux)");

/** Counts connections that wait until the panel accepts them; null when it does not listen. */
async function countWaiting(port: number): Promise<number | null> {
  // State 0A is LISTEN; the length of its queue is what would be received.
  const socket = new RegExp(`:${hex(port)} 00000000:0000 0A [0-9A-F]+:([0-9A-F]+) `);
  const [, length] = socket.exec(await Deno.readTextFile("/proc/net/tcp")) ?? [];
  return length === undefined ? null : parseInt(length, 16);
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}

/** Bundles the server as it is shipped, and answers how it is started: run from its sources, Deno itself panics without descriptors. */
async function bundle(folder: string): Promise<string[]> {
  await bundleServer(join(folder, "server", "bundle"));
  await stop(); // Its child process would outlive the test.
  return ["--no-config", ...UNSTABLE, join(folder, "server", "bundle", "main.js")];
}

class Scene implements AsyncDisposable {
  readonly panel: RunningPanel;
  readonly #folder: string;
  /** Each request comes over a connection of its own. */
  readonly #client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });

  private constructor(folder: string, panel: RunningPanel) {
    this.#folder = folder;
    this.panel = panel;
  }

  static async open(): Promise<Scene> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-listener-" });
    const program = await bundle(folder);
    const panel = await RunningPanel.start({ dataDir: join(folder, "data"), program, setUp: true });
    await panel.logIn();
    return new Scene(folder, panel);
  }

  get port(): number {
    return Number(new URL(this.panel.address).port);
  }

  /** Leaves the panel without a descriptor, makes a connection that it cannot accept, and acts before it has descriptors again. */
  async withoutDescriptors(act: () => Promise<unknown>): Promise<void> {
    const of = ["--pid", String(this.panel.pid)];
    const before = await prlimit(...of, "--nofile", "--output=SOFT", "--noheadings");
    await prlimit(...of, `--nofile=${NO_DESCRIPTORS}:`);
    try {
      using _ = await Deno.connect({ hostname: "127.0.0.1", port: this.port });
      await act();
    } finally {
      await prlimit(...of, `--nofile=${before}:`);
    }
  }

  /** Waits until the panel could not accept a connection and has nothing more to do. */
  async failsToAccept(): Promise<void> {
    await until("the panel to fail to accept", async () => {
      if (await countWaiting(this.port) !== 1) return false;
      return (await Deno.readTextFile(`/proc/${this.panel.pid}/stat`)).includes(") S ");
    });
  }

  /** Waits until a new connection of who is logged in is answered. */
  async answersAgain(): Promise<void> {
    const request = { client: this.#client, headers: { cookie: this.panel.cookie } };
    await until("the panel to answer a new connection", async () => {
      const signal = AbortSignal.timeout(ATTEMPT_MS);
      const response = await fetch(`${this.panel.address}/api/auth/session`, { ...request, signal })
        .catch(() => null);
      await response?.body?.cancel();
      return response?.status === 200;
    });
  }

  /** Lists what the panel's own log says of faults. */
  async faults(): Promise<string[]> {
    const { items } = await this.panel.json<{ items: { message: string }[] }>(
      "/api/system-log?level=error",
    );
    return items.map(({ message }) => message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.close();
    await this.panel.stop();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** Reads a stream until it brings an event of a topic. Throws when it ends before. */
async function readUntil(stream: EventReader, topic: string): Promise<void> {
  for (;;) {
    const block = await stream.next();
    assert.ok(block, "the stream has ended");
    if (block["data"]?.includes(`"topic":"${topic}"`)) return;
  }
}

Deno.test({
  name: "listener: once there are descriptors again it accepts connections, and open streams have gone on",
  ignore,
  async fn() {
    await using scene = await Scene.open();
    const stream = new EventReader(await scene.panel.fetch("/api/events"));
    await scene.withoutDescriptors(() => scene.failsToAccept());
    await scene.answersAgain();
    await until("the panel to say so", async () => (await scene.faults()).includes(RECOVERY));
    await scene.panel.json("/api/settings", { method: "PATCH", json: { title: "Recovered" } });
    await readUntil(stream, "settings");
    await stream.close();
  },
});

Deno.test({
  name: "listener: without a descriptor to listen again either, it tries until there is one",
  ignore,
  async fn() {
    await using scene = await Scene.open();
    await scene.withoutDescriptors(() =>
      until("the panel to give its listener up", async () => await countWaiting(scene.port) === null)
    );
    await scene.answersAgain();
    await until("the panel to say so", async () => (await scene.faults()).includes(RETRY));
  },
});
