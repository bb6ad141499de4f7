// Channels of accounts through the whole panel: only their owners see and use them, and messages follow the labels of the owner.
import assert from "node:assert/strict";
import type { Role } from "../../server/contract/roles.ts";
import { addPerson } from "../support/add_person.ts";
import { everyTable } from "../support/retained_files.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const TOKEN = "gotify-0wn-t0ken-77";
const NAME = "Zyzzyva phone";

class Service implements AsyncDisposable {
  readonly titles: string[] = [];
  readonly #server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    this.titles.push((await request.json()).title);
    return Response.json({ id: 7 });
  });

  get fields() {
    return { gotifyUrl: `http://127.0.0.1:${this.#server.addr.port}`, gotifyToken: TOKEN };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

type Headers = Record<string, string>;

class Scene implements AsyncDisposable {
  readonly service = new Service();
  private constructor(readonly panel: TestPanel, readonly admin: Headers) {}

  static async open(allowed = "127.0.0.0/8"): Promise<Scene> {
    const panel = await TestPanel.open({ SUNDIAL_ALLOW_NETWORKS: allowed });
    return new Scene(panel, await panel.logIn());
  }

  async person(name: string, role: Role, labels: string[] | null): Promise<Headers & { id: string }> {
    const id = await addPerson(this.panel.db, { name, role, labels });
    return { cookie: `sundial_session=${name}`, id: String(id) };
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  ask({ id: _, ...headers }: Headers, method: string, path: string, body?: unknown): Promise<any> {
    return this.panel.request(method, path, { headers, body });
  }

  async status(
    { id: _, ...headers }: Headers,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<number> {
    const response = await this.panel.send(method, path, { headers, body });
    await response.body?.cancel();
    return response.status;
  }

  async channel(owner: Headers, more: object = {}) {
    const input = { name: NAME, type: "gotify", fields: this.service.fields, ...more };
    return await this.ask(owner, "POST", "/account/channels", input);
  }

  async task(name: string, labels: string[]): Promise<void> {
    const task = { name, command: "exit 3", schedules: "manual", labels };
    const { id } = await this.ask(this.admin, "POST", "/tasks", task);
    await this.ask(this.admin, "POST", "/tasks/run", { ids: [id] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
  }
}

Deno.test("own channels: only the owner sees, tests, changes and deletes one, and no secret leaves", async () => {
  await using scene = await Scene.open();
  const viewer = await scene.person("vera", "viewer", ["shop"]);
  const other = await scene.person("otto", "editor", null);
  const made = await scene.channel(viewer);
  assert.deepEqual([made.secretsSet, made.fields.gotifyToken], [["gotifyToken"], undefined]);
  assert.deepEqual(made.events.includes("run_failed"), true);
  assert.deepEqual(made.events.some((event: string) => /backup|login|subscription/.test(event)), false);
  const one = `/account/channels/${made.id}`;
  assert.equal((await scene.ask(viewer, "POST", `${one}/test`)).ok, true);
  assert.equal((await scene.ask(viewer, "PATCH", one, { events: ["run_ended"] })).events[0], "run_ended");
  const [{ name, enabled, proxy, fields, events }] =
    (await scene.ask(viewer, "GET", "/account/channels")).items;
  assert.equal(name, NAME);
  const { version: _, updatedAt, ...same } = await scene.ask(viewer, "GET", one);
  const unchanged = await scene.ask(viewer, "PATCH", one, { name, enabled, proxy, fields, events });
  assert.deepEqual({ ...same, version: unchanged.version, updatedAt }, { ...unchanged, updatedAt });
  // Others find nothing, an administrator included.
  for (const headers of [other, scene.admin]) {
    const input = { name: NAME, type: "gotify", fields: scene.service.fields };
    for (
      const [method, path, body] of [
        ["GET", one, undefined],
        ["PATCH", one, { name: "mine" }],
        ["DELETE", one, undefined],
        ["POST", `${one}/test`, undefined],
        ["POST", `${one}/restore`, undefined],
        ["POST", "/account/channels/test", { ...input, name: undefined, id: made.id }],
      ] as const
    ) assert.equal(await scene.status(headers, method, path, body), 404, `${method} ${path}`);
    assert.deepEqual((await scene.ask(headers, "GET", "/account/channels")).items, []);
    assert.doesNotMatch(JSON.stringify(await scene.ask(headers, "GET", "/notifications")), /Zyzzyva/);
    assert.equal(await scene.status(headers, "GET", `/notifications/${made.id}`), 404);
  }
  // The same name is free for everybody else, and for the panel.
  await scene.channel(other);
  await scene.ask(scene.admin, "POST", "/notifications", {
    ...{ name: NAME, type: "gotify", fields: scene.service.fields },
  });
  assert.equal(
    await scene.status(viewer, "POST", "/account/channels", { name: NAME, type: "gotify", fields: {} }),
    422,
  );
  const tables = JSON.stringify(await everyTable(scene.panel.db));
  assert.equal(tables.includes(TOKEN), false);
  const audit = await scene.ask(scene.admin, "GET", "/audit-log?q=account.channels&pageSize=100");
  assert.ok(audit.total >= 3);
  assert.doesNotMatch(JSON.stringify(audit), /Zyzzyva/);
  await scene.ask(viewer, "DELETE", one);
  assert.equal((await scene.ask(viewer, "POST", `${one}/restore`)).name, NAME);
});

Deno.test("own channels: administrators see whose they are, and nothing of them, and delete them for good", async () => {
  await using scene = await Scene.open();
  const viewer = await scene.person("vera", "viewer", ["shop"]);
  assert.equal((await scene.ask(scene.admin, "GET", "/account/channels")).hasOthers, true);
  const { id } = await scene.channel(viewer);
  const { items } = await scene.ask(scene.admin, "GET", "/accounts/channels");
  const [{ createdAt: _, ...found }] = items;
  const account = { id: Number(viewer.id), username: "vera" };
  assert.deepEqual([found, items.length], [{ id, type: "gotify", enabled: true, account }, 1]);
  assert.equal(await scene.status(viewer, "GET", "/accounts/channels"), 403);
  assert.equal(await scene.status(viewer, "DELETE", `/accounts/channels/${id}`), 403);
  assert.equal(await scene.status(scene.admin, "DELETE", `/accounts/channels/${id}`), 204);
  assert.equal(await scene.status(scene.admin, "DELETE", `/accounts/channels/${id}`), 404);
  assert.equal(await scene.status(viewer, "POST", `/account/channels/${id}/restore`), 404);
});

Deno.test("own channels: messages follow the labels, each lists its own, and those of a deleted account are gone", async () => {
  await using scene = await Scene.open();
  const viewer = await scene.person("vera", "viewer", ["shop"]);
  const { id } = await scene.channel(viewer, { events: ["run_failed"] });
  await scene.task("Foreign", ["stock", "Shop"]);
  await scene.task("Ours", ["shop"]);
  const list = async (headers: Headers, path: string) => (await scene.ask(headers, "GET", path)).items;
  await until(
    "the message is delivered",
    async () =>
      (await list(viewer, "/account/deliveries")).some(({ state }: { state: string }) =>
        state === "delivered"
      ),
  );
  assert.equal(scene.service.titles.length, 1);
  assert.match(scene.service.titles[0]!, /Ours/);
  const [delivery] = await list(viewer, "/account/deliveries");
  assert.equal(delivery.channelId, id);
  assert.deepEqual(await list(scene.admin, "/notifications/deliveries"), []);
  assert.deepEqual(await list(scene.admin, "/account/deliveries"), []);
  for (const path of ["/notifications/deliveries", "/account/deliveries"]) {
    assert.equal(await scene.status(scene.admin, "GET", `${path}/${delivery.id}`), 404);
    assert.equal(await scene.status(scene.admin, "POST", `${path}/${delivery.id}/retry`), 404);
  }
  await scene.ask(scene.admin, "DELETE", `/accounts/${viewer.id}`);
  assert.doesNotMatch(
    JSON.stringify(await scene.panel.db.selectFrom("channel").selectAll().execute()),
    /Zyzzyva/,
  );
  assert.deepEqual(await scene.panel.db.selectFrom("delivery").selectAll().execute(), []);
});

Deno.test("own channels: reach no private network that is not listed, unless the owner is an administrator now", async () => {
  await using scene = await Scene.open("");
  const fields = { gotifyUrl: "http://10.255.255.1:9", gotifyToken: TOKEN };
  const rejection = /not administrators can only reach networks that the operator lists/;
  const editor = await scene.person("eddy", "editor", null);
  const draft = { type: "gotify", fields };
  assert.match((await scene.ask(editor, "POST", "/account/channels/test", draft)).answer, rejection);
  const made = await scene.channel(editor, { fields, events: ["run_failed"] });
  assert.match((await scene.ask(editor, "POST", `/account/channels/${made.id}/test`)).answer, rejection);
  await scene.task("Fails", []);
  const failed = async () => {
    const [one] = (await scene.ask(editor, "GET", "/account/deliveries")).items;
    return one?.state === "failed" ? one : null;
  };
  await until("the message is rejected", async () => await failed() !== null);
  assert.match((await failed()).answer, rejection);
  // What an administrator has entered is judged by the role of now.
  const admin = await scene.channel(scene.admin, { fields, events: ["run_failed"] });
  await scene.panel.db.updateTable("account").set({ role: "viewer" }).where("username", "!=", "eddy")
    .execute();
  await scene.panel.db.updateTable("account").set({ role: "administrator" }).where("username", "=", "eddy")
    .execute();
  await scene.ask(editor, "POST", "/tasks/run", { ids: [1] });
  const response = async () => {
    const [one] = (await scene.ask(scene.admin, "GET", `/account/deliveries?channelId=${admin.id}`)).items;
    return one?.state === "failed" ? one.answer : null;
  };
  await until("it is rejected, too", async () => await response() !== null);
  assert.match(await response(), rejection);
});
