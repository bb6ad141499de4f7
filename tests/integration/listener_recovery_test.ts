// The started panel without a file descriptor for a further connection: open ones keep working, and it
// accepts connections again once descriptors are available.
import assert from "node:assert/strict";
import { join } from "node:path";
import { stop } from "esbuild";
import { bundleServer } from "../../tools/stage.ts";
import { EventReader } from "../support/event_reader.ts";
import { hasCompiler } from "../support/failing_calls.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { runProgram } from "../support/run_program.ts";

/** Fewer than every process has open: nothing more can be opened. */
const NO_DESCRIPTORS = 3;
/** After this time an attempt is aborted and repeated. */
const ATTEMPT_MS = 1_000;
const UNSTABLE = ["--unstable-cron", "--unstable-no-legacy-abort"];
const RECOVERY = "new connections are no longer accepted; listening again";
const RETRY = "failed to listen again; retrying";
/** Makes listen(2) fail while the file IN_USE exists. */
const FAILING_LISTEN = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
int listen(int socket, int backlog) {
  int (*original)(int, int) = dlsym(RTLD_NEXT, "listen");
  if (access(getenv("IN_USE"), F_OK) != 0) return original(socket, backlog);
  errno = EADDRINUSE;
  return -1;
}
`;
/** How often the panel looks for connections that wait. */
const CHECK_MS = 3_000;

/** Runs prlimit; null when it is not installed. */
async function prlimit(...args: string[]): Promise<string | null> {
  try {
    const { code, out, err } = await runProgram(["prlimit", ...args]);
    assert.equal(code, 0, err);
    return out.trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const ignore = await prlimit("--version") === null;
// deno-lint-ignore no-console -- reports what was skipped
if (ignore) console.log("listener recovery: skipped, this machine has no prlimit (package util-linux)");

/** Counts connections that wait to be accepted; null when the panel does not listen. */
async function countWaiting(port: number): Promise<number | null> {
  // State 0A is LISTEN; the receive queue is the number of waiting connections.
  const socket = new RegExp(`:${hex(port)} 00000000:0000 0A [0-9A-F]+:([0-9A-F]+) `);
  const [, length] = socket.exec(await Deno.readTextFile("/proc/net/tcp")) ?? [];
  return length === undefined ? null : parseInt(length, 16);
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}

/**
 * Bundles the server as for a release, and returns its command: run from its sources, Deno itself panics
 * without descriptors.
 */
async function bundle(folder: string): Promise<string[]> {
  await bundleServer(join(folder, "server", "bundle"));
  await stop(); // Its child process would outlive the test.
  return ["--no-config", ...UNSTABLE, join(folder, "server", "bundle", "main.js")];
}

function inUseIn(folder: string): string {
  return join(folder, "in-use");
}

/** Returns the environment of a panel that cannot always listen. */
async function buildFailingListen(folder: string): Promise<Record<string, string>> {
  const [source, shim] = [join(folder, "failing_listen.c"), join(folder, "failing_listen.so")];
  await Deno.writeTextFile(source, FAILING_LISTEN);
  const args = ["-shared", "-fPIC", "-o", shim, source, "-ldl"];
  const { success } = await new Deno.Command("cc", { args, stderr: "inherit" }).output();
  assert.ok(success);
  return { LD_PRELOAD: shim, IN_USE: inUseIn(folder) };
}

class Scene implements AsyncDisposable {
  readonly #folder: string;
  /** Every request uses a new connection. */
  readonly #client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });

  private constructor(folder: string, readonly panel: PanelProcess) {
    this.#folder = folder;
  }

  static async open({ canFailToListen = false } = {}): Promise<Scene> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-listener-" });
    const program = await bundle(folder);
    const environment = canFailToListen ? await buildFailingListen(folder) : {};
    const panel = await PanelProcess.start({
      dataDir: join(folder, "data"),
      program,
      setUp: true,
      environment,
    });
    await panel.logIn();
    return new Scene(folder, panel);
  }

  /** While this file exists, the panel cannot listen. */
  get inUse(): string {
    return inUseIn(this.#folder);
  }

  get port(): number {
    return Number(new URL(this.panel.address).port);
  }

  /**
   * Leaves the panel without a descriptor, opens a connection that it cannot accept, and runs an action
   * before it has descriptors again.
   */
  async withoutDescriptors(action: () => Promise<unknown>): Promise<void> {
    const of = ["--pid", String(this.panel.pid)];
    const before = await prlimit(...of, "--nofile", "--output=SOFT", "--noheadings");
    await prlimit(...of, `--nofile=${NO_DESCRIPTORS}:`);
    try {
      using _ = await Deno.connect({ hostname: "127.0.0.1", port: this.port });
      await action();
    } finally {
      await prlimit(...of, `--nofile=${before}:`);
    }
  }

  /** Waits until the panel has failed to accept a connection and is idle. */
  async failsToAccept(): Promise<void> {
    await until("the panel to fail to accept", async () => {
      if (await countWaiting(this.port) !== 1) return false;
      return (await Deno.readTextFile(`/proc/${this.panel.pid}/stat`)).includes(") S ");
    });
  }

  /** Waits until an authenticated request over a new connection succeeds. */
  async resultsAgain(): Promise<void> {
    const request = { client: this.#client, headers: { cookie: this.panel.cookie } };
    await until("the panel to respond on a new connection", async () => {
      const signal = AbortSignal.timeout(ATTEMPT_MS);
      const response = await fetch(`${this.panel.address}/api/auth/session`, { ...request, signal })
        .catch(() => null);
      await response?.body?.cancel();
      return response?.status === 200;
    });
  }

  /** Lists the errors in the panel's log. */
  async errors(): Promise<string[]> {
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

/** Reads a stream until it contains an event of a topic. Throws when it ends before. */
async function readUntil(stream: EventReader, topic: string): Promise<void> {
  for (;;) {
    const block = await stream.next();
    assert.ok(block, "the stream has ended");
    if (block["data"]?.includes(`"topic":"${topic}"`)) return;
  }
}

Deno.test("listener: accepts connections once descriptors are free again, and open streams continue", {
  ignore,
}, async () => {
  await using scene = await Scene.open();
  const stream = new EventReader(await scene.panel.fetch("/api/events"));
  await scene.withoutDescriptors(() => scene.failsToAccept());
  await scene.resultsAgain();
  await until("the panel to log it", async () => (await scene.errors()).includes(RECOVERY));
  await scene.panel.json("/api/settings", { method: "PATCH", json: { title: "Recovered" } });
  await readUntil(stream, "settings");
  await stream.close();
});

Deno.test(
  "listener: clients wait while no descriptor is free, and are not rejected",
  { ignore },
  async () => {
    await using scene = await Scene.open();
    await scene.withoutDescriptors(async () => {
      await scene.failsToAccept();
      const from = performance.now();
      await until("two checks of the listener", () => performance.now() - from > 2 * CHECK_MS);
      using _ = await Deno.connect({ hostname: "127.0.0.1", port: scene.port });
      assert.equal(await countWaiting(scene.port), 2);
    });
    await scene.resultsAgain();
  },
);

Deno.test("listener: the panel tries again when it cannot listen again", {
  ignore: ignore || !await hasCompiler("listener recovery"),
}, async () => {
  await using scene = await Scene.open({ canFailToListen: true });
  await Deno.writeTextFile(scene.inUse, "");
  await scene.withoutDescriptors(() => scene.failsToAccept());
  await until("two attempts to fail", () => scene.panel.output.split(RETRY).length > 2);
  await Deno.remove(scene.inUse);
  await scene.resultsAgain();
  await until("the panel to log it", async () => (await scene.errors()).includes(RETRY));
});
