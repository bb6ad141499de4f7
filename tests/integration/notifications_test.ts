// Notifications of real runs, and a panel that is killed while sending: real processes, a real local service.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { TestPanel } from "../support/test_panel.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

interface ReceivedMessage {
  title: string;
  message: string;
}

class Service implements AsyncDisposable {
  readonly received: ReceivedMessage[] = [];
  hangs = false;
  readonly #ended = new AbortController();
  readonly #server = Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen: () => {},
    signal: this.#ended.signal,
  }, async (request) => {
    this.received.push(await request.json());
    if (this.hangs) await new Promise((resolve) => this.#ended.signal.addEventListener("abort", resolve));
    return Response.json({ id: this.received.length });
  });

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  get channel() {
    const fields = { gotifyUrl: this.address, gotifyToken: "gotify-t0ken" };
    return { name: "Gotify", type: "gotify", fields };
  }

  async waitFor(count: number): Promise<ReceivedMessage[]> {
    return await until(
      `${count} messages have arrived`,
      () => this.received.length >= count && this.received,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#server.finished;
  }
}

const every = {
  ...{
    name: "All",
    enabled: true,
    labels: null,
    taskIds: null,
    channelIds: [],
    quietHours: null,
    groupMs: 0,
  },
  ...{ oncePerState: false, title: null, content: null, language: null },
};

class Scene implements AsyncDisposable {
  private constructor(
    readonly panel: TestPanel,
    readonly service: Service,
    readonly headers: Record<string, string>,
  ) {}

  static async open(events: string[], rule: Record<string, unknown> = {}): Promise<Scene> {
    const panel = await TestPanel.open({ SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8" });
    const scene = new Scene(panel, new Service(), await panel.logIn());
    await scene.request("POST", "/notifications", scene.service.channel);
    const rules = events.length > 0 ? [{ ...every, events, ...rule }] : [];
    await scene.request("PUT", "/notifications/rules", { rules });
    return scene;
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  request(method: string, path: string, body?: unknown): Promise<any> {
    return this.panel.request(method, path, { body, headers: this.headers });
  }

  async run(task: Record<string, unknown>): Promise<number> {
    const { id } = await this.request("POST", "/tasks", { name: "Nightly", schedules: "manual", ...task });
    await this.again(id);
    return id;
  }

  async again(id: number): Promise<void> {
    await this.request("POST", "/tasks/run", { ids: [id] });
    await until(
      "the task is idle",
      async () => (await this.request("GET", `/tasks/${id}`)).status === "idle",
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
  }
}

Deno.test("notifications: a failed run sends the end of its log without secrets and colors, then its recovery", async () => {
  await using scene = await Scene.open(["run_failed", "run_recovered"]);
  await scene.request("POST", "/variables", { name: "PASSWORD", value: "hunter2-hunter2", secret: true });
  const command = String
    .raw`seq 1 40; printf '\033[31mpassword %s & "quotes" 中文\033[0m\n' "$PASSWORD"; test -e fine`;
  const id = await scene.run({ command });
  const [failed] = await scene.service.waitFor(1);
  assert.equal(failed!.title, "Nightly: failed");
  assert.match(failed!.message, /^Run #\d+ of Nightly: failed\.\nExit code: 1\nStarted: /);
  assert.match(failed!.message, /\n40\npassword \*\*\* & "quotes" 中文$/);
  assert.equal(failed!.message.split("Last lines of the log:\n")[1]!.split("\n").length, 20);
  assert.equal(failed!.message.includes("hunter2"), false);
  await scene.request("PATCH", `/tasks/${id}`, { command: "true" });
  await scene.again(id);
  await scene.again(id);
  const received = await scene.service.waitFor(2);
  assert.deepEqual(received.map(({ title }) => title), ["Nightly: failed", "Nightly: succeeded again"]);
});

Deno.test("notifications: only the last retry notifies, and once per state sends one message", async () => {
  await using scene = await Scene.open(["run_failed", "retries_used_up"], { oncePerState: true });
  const retry = { times: 2, delayMs: 0, backoff: "fixed", onLost: false };
  const { id } = await scene.request("POST", "/tasks", {
    name: "Nightly",
    schedules: "manual",
    command: "false",
    retry,
  });
  await scene.request("POST", "/tasks/run", { ids: [id] });
  const received = await scene.service.waitFor(2);
  assert.deepEqual(received.map(({ title }) => title), [
    "Nightly: failed",
    "Nightly: failed after all retries",
  ]);
  await scene.request("PATCH", `/tasks/${id}`, { retry: { times: 0 } });
  await scene.again(id);
  await scene.request("POST", "/notifications/send", { title: "end", content: "" });
  assert.equal((await scene.service.waitFor(3))[2]!.title, "end");
});

Deno.test("notifications: a task's own switches apply, and a stopped run is no failure", async () => {
  await using scene = await Scene.open([]);
  const id = await scene.run({ command: "false", notify: { onFailure: true } });
  assert.equal((await scene.service.waitFor(1))[0]!.title, "Nightly: failed");
  await scene.request("PATCH", `/tasks/${id}`, { command: "sleep 60" });
  await scene.request("POST", "/tasks/run", { ids: [id] });
  await until("it runs", async () => (await scene.request("GET", `/tasks/${id}`)).status === "running");
  await scene.request("POST", "/tasks/stop", { ids: [id] });
  await until("it is idle", async () => (await scene.request("GET", `/tasks/${id}`)).status === "idle");
  await scene.request("POST", "/notifications/send", { title: "end", content: "" });
  assert.equal((await scene.service.waitFor(2))[1]!.title, "end");
});

Deno.test("notifications: an unavailable service delays no run", async () => {
  await using scene = await Scene.open(["run_ended"]);
  scene.service.hangs = true;
  const id = await scene.run({ command: "true" });
  for (let n = 0; n < 9; n++) await scene.again(id);
  // If each run had waited for its message, ten would be over: they time out, because the service does not
  // respond.
  const { items } = await scene.request("GET", "/notifications/deliveries?pageSize=100");
  const tries = items.reduce((sum: number, { attempts }: { attempts: number }) => sum + attempts, 0);
  assert.ok(tries < 9, `${tries} messages were given up meanwhile`);
  assert.ok(scene.service.received.length <= tries + 1, "one at a time");
});

Deno.test("notifications: a panel killed while sending sends again after the start, and reports the crash", async () => {
  await using dataDir = await temporaryFolder();
  await using service = new Service();
  const environment = { SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8" };
  const start = () => PanelProcess.start({ dataDir: dataDir.path, setUp: true, environment });
  await using first = await start();
  await first.logIn();
  await first.json("/api/notifications", { json: service.channel });
  await first.json("/api/notifications/rules", {
    method: "PUT",
    json: { rules: [{ ...every, events: ["run_failed", "panel_crashed"] }] },
  });
  service.hangs = true;
  const { id } = await first.json<{ id: number }>("/api/tasks", {
    json: { name: "Nightly", schedules: "manual", command: "false" },
  });
  await first.json("/api/tasks/run", { json: { ids: [id] } });
  await service.waitFor(1);
  await first.end("SIGKILL");
  service.hangs = false;
  await using second = await start();
  await second.logIn();
  makeDue(dataDir.path);
  await second.json("/api/notifications/send", { json: { title: "Wake up", content: "" } });
  const titles = (await service.waitFor(4)).map(({ title }) => title);
  const again = ["Nightly: failed", "Nightly: failed", "Sundial restarted after a crash", "Wake up"];
  assert.deepEqual(titles.toSorted(), again);
  await until("all is delivered", async () => {
    const { items } = await second.json<{ items: { state: string }[] }>("/api/notifications/deliveries");
    return items.length === 3 && items.every(({ state }) => state === "delivered");
  });
  await second.stop();
  await using third = await start();
  await third.logIn();
  await third.json("/api/notifications/send", { json: { title: "end", content: "" } });
  assert.equal((await service.waitFor(5))[4]!.title, "end", "a panel that was stopped has not crashed");
});

// The next attempt is half a minute away on the wall clock.
function makeDue(dataDir: string): void {
  using db = new DatabaseSync(join(dataDir, "sundial.sqlite"), { timeout: 10_000 });
  db.exec("update delivery set next_attempt_at = 1 where state = 'waiting'");
}
