// Views are each person's and can be shared: who sees, changes and shares them, and on whose behalf applications do.
import assert from "node:assert/strict";
import type { Role } from "../../server/contract/roles.ts";
import type { View } from "../../server/contract/views.ts";
import { sha256 } from "../../server/platform/tokens.ts";
import { EventReader } from "../support/event_reader.ts";
import { TestPanel } from "../support/test_panel.ts";

const conditions = [{ property: "name", operator: "contains", values: ["backup"] }];
type Headers = Record<string, string>;

class Scene implements AsyncDisposable {
  private constructor(readonly panel: TestPanel, readonly admin: Headers) {}

  static async open(): Promise<Scene> {
    const panel = await TestPanel.open();
    return new Scene(panel, await panel.logIn());
  }

  async join(name: string, role: Role, labels: string[] | null = null): Promise<Headers> {
    const now = Date.now();
    const { id } = await this.panel.db.insertInto("account").values({
      ...{ username: name, password_hash: "", role, labels_json: labels && JSON.stringify(labels) },
      ...{ created_at: now, updated_at: now, version: 1 },
    }).returning("id").executeTakeFirstOrThrow();
    await this.panel.db.insertInto("session").values({
      ...{ account_id: id, token_hash: sha256(name), language: null, ip: "::1", user_agent: "" },
      ...{ created_at: now, last_seen_at: now, expires_at: now + 86_400_000, proven_at: now },
    }).execute();
    return { cookie: `sundial_session=${name}` };
  }

  async token(headers: Headers, scopes: string[]): Promise<Headers> {
    const made = await this.panel.request("POST", "/applications", {
      headers,
      body: { name: `for ${scopes.join(" ")} of ${headers.cookie}`.slice(0, 60), scopes },
    });
    const body = { clientId: made.clientId, clientSecret: made.clientSecret };
    const { token } = await this.panel.request("POST", "/auth/token", { body });
    return { authorization: `Bearer ${token}` };
  }

  async add(headers: Headers, name: string, more: Partial<View> = {}): Promise<View> {
    return await this.panel.request("POST", "/views", { headers, body: { name, conditions, ...more } });
  }

  async names(headers: Headers): Promise<string[]> {
    const { items } = await this.panel.request("GET", "/views", { headers });
    return items.map(({ name }: View) => name);
  }

  /** Returns the status of a request, and its error code. */
  async try(method: string, path: string, headers: Headers, body?: unknown): Promise<string> {
    const response = await this.panel.send(method, path, { headers, ...body !== undefined && { body } });
    const text = await response.text();
    return response.ok ? `${response.status}` : `${response.status} ${JSON.parse(text).code}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

Deno.test("views: each person has own ones, under any name; no other person sees them", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const viewer = await scene.join("vera", "viewer");
  const mine = await scene.add(admin, "Backups");
  const hers = await scene.add(viewer, "Backups");
  assert.deepEqual([hers.owner, hers.shared, hers.editable], ["vera", false, true]);
  assert.deepEqual([await scene.names(admin), await scene.names(viewer)], [["Backups"], ["Backups"]]);
  for (const [headers, id] of [[admin, hers.id], [viewer, mine.id]] as const) {
    assert.equal(await scene.try("GET", `/views/${id}`, headers), "404 not_found");
    assert.equal(await scene.try("PATCH", `/views/${id}`, headers, { hidden: true }), "404 not_found");
    assert.equal(await scene.try("DELETE", `/views/${id}`, headers), "404 not_found");
    assert.equal(await scene.try("GET", `/tasks?viewId=${id}`, headers), "422 validation_failed");
  }
  assert.equal(await scene.try("GET", `/tasks?viewId=${hers.id}`, viewer), "200");
  assert.equal(
    await scene.try("POST", "/views", viewer, { name: "Backups", conditions }),
    "422 validation_failed",
  );
  assert.equal(await scene.try("PATCH", `/views/${hers.id}`, viewer, { name: "Mine" }), "200");
  assert.equal((await panel.request("GET", `/views/${mine.id}`, { headers: admin })).name, "Backups");
});

Deno.test("views: everyone sees a shared one; its owner and administrators change it", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const [editor, other] = [await scene.join("ed", "editor"), await scene.join("eve", "editor")];
  const { id } = await scene.add(editor, "Ours", { shared: true });
  const read = async (headers: Headers) => {
    const { owner, shared, editable } = await panel.request("GET", `/views/${id}`, { headers });
    return [owner, shared, editable];
  };
  assert.deepEqual(await read(other), ["ed", true, false]);
  assert.deepEqual([await read(editor), await read(admin)], [["ed", true, true], ["ed", true, true]]);
  assert.equal(await scene.try("GET", `/tasks?viewId=${id}`, other), "200");
  assert.equal(await scene.try("PATCH", `/views/${id}`, other, { name: "Mine" }), "403 permission_missing");
  assert.equal(await scene.try("DELETE", `/views/${id}`, other), "403 permission_missing");
  assert.equal(await scene.try("PATCH", `/views/${id}`, admin, { name: "All of us" }), "200");
  assert.deepEqual(await scene.names(other), ["All of us"]);
  // An administrator who takes it back gets it one last time.
  assert.equal(await scene.try("PATCH", `/views/${id}`, admin, { shared: false }), "200");
  assert.deepEqual([await scene.names(admin), await scene.names(other)], [[], []]);
  assert.deepEqual(await scene.names(editor), ["All of us"]);
  assert.equal(await scene.try("PATCH", `/views/${id}`, editor, { shared: true }), "200");
  assert.equal(await scene.try("DELETE", `/views/${id}`, admin), "204");
  assert.deepEqual(await scene.names(editor), []);
});

Deno.test("views: only who can change all tasks shares one", async () => {
  await using scene = await Scene.open();
  const people = [
    await scene.join("vera", "viewer"),
    await scene.join("olga", "operator"),
    await scene.join("ed", "editor", ["shop"]),
  ];
  for (const headers of people) {
    const body = { name: "Ours", conditions, shared: true };
    assert.equal(await scene.try("POST", "/views", headers, body), "403 permission_missing");
    const { id } = await scene.add(headers, "Mine");
    assert.equal(
      await scene.try("PATCH", `/views/${id}`, headers, { shared: true }),
      "403 permission_missing",
    );
  }
});

Deno.test("views: people limited to labels have own ones, count own tasks, and see none that are shared", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  await panel.request("POST", "/tasks", {
    headers: admin,
    body: { name: "backup all", command: "true", schedules: ["0 3 * * *"] },
  });
  await panel.request("POST", "/tasks", {
    headers: admin,
    body: { name: "backup shop", command: "true", schedules: ["0 3 * * *"], labels: ["shop"] },
  });
  const shared = await scene.add(admin, "Ours", { shared: true });
  const headers = await scene.join("ed", "editor", ["shop"]);
  const stream = new EventReader(await panel.send("GET", "/events?topics=views", { headers }));
  const { id } = await scene.add(headers, "Mine");
  assert.deepEqual(await scene.names(headers), ["Mine"]);
  assert.equal(await scene.try("GET", `/views/${shared.id}`, headers), "404 not_found");
  assert.equal(await scene.try("GET", `/tasks?viewId=${shared.id}`, headers), "422 validation_failed");
  assert.equal((await panel.request("POST", "/views/count", { headers, body: { conditions } })).total, 1);
  const { items } = await panel.request("GET", `/tasks?viewId=${id}`, { headers });
  assert.deepEqual(items.map(({ name }: { name: string }) => name), ["backup shop"]);
  while (!(await stream.next())?.data?.includes("view:created"));
  await stream.close();
});

Deno.test("views: each person has an order of all that they see; new ones come last", async () => {
  await using scene = await Scene.open();
  const { admin, panel } = scene;
  const viewer = await scene.join("vera", "viewer");
  const one = await scene.add(admin, "One", { shared: true });
  const two = await scene.add(admin, "Two", { shared: true });
  const own = await scene.add(viewer, "Own");
  const ids = [own.id, two.id, one.id];
  assert.equal(
    await scene.try("PUT", "/views/order", viewer, { ids: ids.slice(1) }),
    "422 validation_failed",
  );
  const { items } = await panel.request("PUT", "/views/order", { headers: viewer, body: { ids } });
  assert.deepEqual(items.map(({ name, position }: View) => [name, position]), [["Own", 0], ["Two", 1], [
    "One",
    2,
  ]]);
  assert.deepEqual(await scene.names(admin), ["One", "Two"]);
  await scene.add(admin, "Three", { shared: true });
  assert.deepEqual(await scene.names(viewer), ["Own", "Two", "One", "Three"]);
  assert.equal(await scene.try("DELETE", `/views/${two.id}`, admin), "204");
  assert.deepEqual(await scene.names(viewer), ["Own", "One", "Three"]);
});

Deno.test("views: the order of an administrator is that of shared ones for all who have set none", async () => {
  await using scene = await Scene.open();
  const { admin } = scene;
  const [viewer, editor] = [await scene.join("vera", "viewer"), await scene.join("ed", "editor")];
  const one = await scene.add(admin, "One", { shared: true });
  const own = await scene.add(admin, "Own");
  const two = await scene.add(editor, "Two", { shared: true });
  assert.equal(await scene.try("PUT", "/views/order", editor, { ids: [two.id, one.id] }), "200");
  assert.deepEqual(await scene.names(viewer), ["One", "Two"], "an editor decides for one's own only");
  assert.equal(await scene.try("PUT", "/views/order", admin, { ids: [own.id, two.id, one.id] }), "200");
  assert.deepEqual(await scene.names(viewer), ["Two", "One"]);
  assert.equal(await scene.try("PUT", "/views/order", admin, { ids: [one.id, two.id, own.id] }), "200");
  assert.deepEqual([await scene.names(viewer), await scene.names(editor)], [["One", "Two"], ["Two", "One"]]);
});

Deno.test("views: an application acts for its owner; what belongs to the panel is always shared", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const editor = await scene.join("ed", "editor");
  await scene.add(editor, "Mine");
  const [narrow, wide] = [
    await scene.token(editor, ["views:write"]),
    await scene.token(editor, ["views:write", "tasks:write"]),
  ];
  const made = await scene.add(narrow, "Made");
  assert.deepEqual([made.owner, made.shared], ["ed", false]);
  assert.deepEqual(await scene.names(narrow), ["Mine", "Made"]);
  assert.equal(
    await scene.try("PATCH", `/views/${made.id}`, narrow, { shared: true }),
    "403 permission_missing",
  );
  assert.equal(await scene.try("PATCH", `/views/${made.id}`, wide, { shared: true }), "200");
  const ofAdmin = await scene.token(admin, ["views:write"]);
  assert.equal(await scene.try("PATCH", `/views/${made.id}`, ofAdmin, { name: "Better" }), "200");
  const { items } = await panel.request("GET", "/applications", { headers: admin });
  await panel.db.updateTable("application").set({ account_id: null })
    .where("id", "=", items.find(({ owner }: { owner: string }) => owner !== "ed").id).execute();
  const ofPanel = await scene.add(ofAdmin, "Panel");
  assert.deepEqual([ofPanel.owner, ofPanel.shared], [null, true]);
  assert.deepEqual(await scene.names(ofAdmin), ["Better", "Panel"]);
  const hide = { shared: false };
  assert.equal(await scene.try("PATCH", `/views/${ofPanel.id}`, ofAdmin, hide), "422 validation_failed");
});

Deno.test("views: of a deleted account, shared ones stay as the panel's, others go", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const editor = await scene.join("ed", "editor");
  await scene.add(editor, "Mine");
  const { id } = await scene.add(editor, "Ours", { shared: true });
  await panel.request("PUT", "/views/order", {
    headers: editor,
    body: { ids: [id, (await panel.request("GET", "/views", { headers: editor })).items[0].id] },
  });
  const account = await panel.db.selectFrom("account").select("id").where("username", "=", "ed")
    .executeTakeFirstOrThrow();
  assert.equal(await scene.try("DELETE", `/accounts/${account.id}`, admin), "204");
  const left = await panel.db.selectFrom("view").select(["name", "account_id"]).execute();
  assert.deepEqual(left.map((view) => ({ ...view })), [{ name: "Ours", account_id: null }]);
  assert.deepEqual(await panel.db.selectFrom("view_position").selectAll().execute(), []);
  const { owner, editable } = await panel.request("GET", `/views/${id}`, { headers: admin });
  assert.deepEqual([owner, editable], [null, true]);
});
