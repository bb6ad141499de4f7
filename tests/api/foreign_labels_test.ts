// Whose role holds for a label sees and changes nothing of other tasks, on any route: everything foreign has a mark that no response
// may contain.
import assert from "node:assert/strict";
import type { Role } from "../../server/contract/roles.ts";
import { addPerson } from "../support/add_person.ts";
import { listCompatibleEndpoints, listEndpoints } from "../support/endpoints.ts";
import { EventReader } from "../support/event_reader.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

const MARK = "Zyzzyva";
const NOW = Date.now();
const roles: readonly Role[] = ["editor", "operator", "viewer"];

const nameOf = (role: Role, labels: readonly string[]) => `${role}-${labels.join("-")}`;

class Scene implements AsyncDisposable {
  private constructor(
    readonly panel: TestPanel,
    readonly admin: Record<string, string>,
    readonly own: number,
    readonly foreign: number,
    readonly foreignRun: number,
  ) {}

  static async open(): Promise<Scene> {
    const panel = await TestPanel.open();
    const headers = await panel.logIn();
    // While nothing else writes.
    for (const role of roles) {
      for (const labels of [["shop"], ["shop", "stock"]]) {
        await addPerson(panel.db, { name: nameOf(role, labels), role, labels });
      }
    }
    const make = async (path: string, body: unknown) => await panel.request("POST", path, { headers, body });
    const { id: own } = await make("/tasks", {
      name: "Own",
      command: "echo own",
      schedules: ["0 3 * * *"],
      labels: ["shop"],
    });
    const { id: foreign } = await make("/tasks", {
      ...{ name: `${MARK} task`, command: `echo ${MARK}; exit 3`, schedules: ["*/7 * * * *"] },
      ...{ labels: ["Shop", "ѕhop", `${MARK} label`] },
    });
    await make("/tasks", { name: `${MARK} without labels`, command: "true", schedules: ["0 4 * * *"] });
    await make("/tasks/run", { ids: [own, foreign] });
    await until(
      "both runs to end",
      async () =>
        (await panel.request("GET", "/runs", { headers })).items.filter((run: { finishedAt: string }) =>
          run.finishedAt
        )
          .length === 2,
    );
    await make("/variables", { name: `${MARK}_SECRET`, value: `${MARK} value`, secret: true });
    await make("/heartbeats", { name: `${MARK} heartbeat`, periodMs: 3_600_000, labels: ["other"] });
    const hours = (from: number, to: number) => ({
      from: new Date(NOW + from * 3_600_000).toISOString(),
      to: new Date(NOW + to * 3_600_000).toISOString(),
    });
    await make("/windows", { name: `${MARK} window`, ...hours(-1, 1), scope: { labels: ["Shop"] } });
    await make("/windows", { name: "Ours", ...hours(-1, 2), scope: { labels: ["shop", `${MARK} label`] } });
    await make("/windows", { name: "Both", ...hours(-1, 3), scope: { taskIds: [own, foreign] } });
    await make("/calendars", {
      name: "Holidays",
      timeZone: "UTC",
      weekendDays: [6, 7],
      sources: [],
      days: [],
    });
    await make("/views", {
      name: `${MARK} view`,
      conditions: [{ property: "name", operator: "contains", values: [MARK] }],
      shared: true,
    });
    const channel = {
      name: `${MARK} channel`,
      type: "gotify",
      fields: { gotifyUrl: "http://10.1.1.1", gotifyToken: MARK },
    };
    for (const path of ["/notifications", "/account/channels"]) {
      const { id } = await make(path, channel);
      await panel.db.insertInto("delivery").values({
        ...{ channel_id: id, channel_name: channel.name, source: "send", events_json: "[]", title: MARK },
        ...{ content: MARK, key: path, state: "delivered", attempts: 1, created_at: NOW },
        account_id: path === "/notifications" ? null : 1,
      }).execute();
    }
    const { items } = await panel.request("GET", `/tasks/${foreign}/runs`, { headers });
    return new Scene(panel, headers, own, foreign, items[0].id);
  }

  person(role: Role, labels: string[]): Record<string, string> {
    return { cookie: `sundial_session=${nameOf(role, labels)}` };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

const from = new Date(NOW - 3_600_000).toISOString(), to = new Date(NOW + 3_600_000).toISOString();
/** What a route needs to return something. */
const queries: Record<string, string[]> = {
  "/tasks": [
    `?q=${MARK}`,
    `?label=${encodeURIComponent(`${MARK} label`)}`,
    "?sort=name",
    "?view=failing",
    "?pageSize=500",
  ],
  "/runs": [`?q=${MARK}`, "?state=failed", "?taskId=2", "?label=Shop", "?pageSize=500", "?slower=true"],
  "/runs/failures": ["?ids=1,2,3"],
  "/occurrences": [`?from=${from}&to=${to}`, `?from=${from}&to=${to}&list=true`],
  "/occurrences/tasks": [`?from=${from}&to=${to}`],
  "/occurrences/bars": [`?from=${from}&to=${to}&ids=1,2,3,0`],
  "/windows/spans": [`?from=${from}&to=${to}`],
  "/overview/tasks": [`?from=${from}&hours=24`],
};

Deno.test("labels: no route returns anything of foreign tasks, whatever is asked", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const endpoints = [...await listEndpoints(panel, admin), ...await listCompatibleEndpoints(panel, admin)];
  const reads = endpoints.filter(({ method, access }) => method === "GET" && access !== "public");
  const seen: string[] = [];
  let read = 0;
  for (const role of roles) {
    const headers = scene.person(role, ["shop"]);
    for (const { path } of reads.filter(({ path }) => !/stream|\/events$/.test(path))) {
      for (const id of ["1", "2", "3"]) {
        if (id !== "1" && !path.includes("/1")) continue;
        for (const query of ["", ...queries[path] ?? []]) {
          const address = path.replaceAll("/1", `/${id}`) + query;
          const response = await panel.send("GET", address, { headers });
          const text = await response.text();
          if (response.ok) read++;
          if (text.includes(MARK)) seen.push(`${role}: GET ${address}`);
        }
      }
    }
  }
  assert.deepEqual(seen, []);
  assert.ok(read > 100, `${read} responses had content`);
});

Deno.test("labels: own tasks are listed, counted, run and changed; foreign ones do not exist", async () => {
  await using scene = await Scene.open();
  const { panel, admin, own, foreign, foreignRun } = scene;
  const editor = scene.person("editor", ["shop"]);
  const get = (path: string) => panel.request("GET", path, { headers: editor });
  const names = (list: { items: { name: string }[] }) => list.items.map(({ name }) => name);
  assert.deepEqual(names(await get("/tasks")), ["Own"]);
  assert.equal((await get("/tasks/counts")).all, 1);
  assert.deepEqual((await get("/tasks/labels")).items, [{ label: "shop", tasks: 1 }]);
  assert.equal((await get("/runs")).total, 1);
  assert.equal((await get("/overview")).figures.failing, 0);
  assert.equal((await get("/overview")).health.disk ?? null, null);
  const before = await panel.request("GET", `/tasks/${foreign}`, { headers: admin });
  const runsBefore = (await panel.request("GET", "/runs", { headers: admin })).total;
  for (const action of ["run", "stop", "enable", "disable", "mute", "unmute", "pin", "unpin"]) {
    const { results } = await panel.request("POST", `/tasks/${action}`, {
      headers: editor,
      body: { ids: [foreign] },
    });
    assert.deepEqual([results[0].ok, results[0].error.code], [false, "not_found"], action);
  }
  const body = { ids: [foreign, own], changes: { timeZone: "Asia/Tokyo" } };
  const { results } = await panel.request("POST", "/tasks/update", { headers: editor, body });
  assert.deepEqual(results.map(({ ok }: { ok: boolean }) => ok), [false, true]);
  for (
    const [method, path, sent] of [
      ["PATCH", `/tasks/${foreign}`, { name: "mine" }],
      ["DELETE", `/tasks/${foreign}`, undefined],
      ["POST", `/runs/${foreignRun}/stop`, {}],
      ["POST", `/runs/${foreignRun}/approve`, {}],
      ["POST", `/runs/${foreignRun}/reject`, {}],
      ["GET", `/runs/${foreignRun}`, undefined],
      ["GET", `/runs/${foreignRun}/log`, undefined],
      ["GET", `/tasks/${foreign}/statistics`, undefined],
      ["GET", `/tasks/${foreign}/changes`, undefined],
      ["GET", "/heartbeats/1", undefined],
      ["GET", "/heartbeats/1/pings", undefined],
      ["POST", "/heartbeats/1/pause", {}],
      ["DELETE", "/heartbeats/1", undefined],
    ] as const
  ) {
    const response = await panel.send(method, path, { headers: editor, ...sent && { body: sent } });
    await response.body?.cancel();
    assert.equal(response.status, 404, `${method} ${path}`);
  }
  assert.deepEqual(await panel.request("GET", `/tasks/${foreign}`, { headers: admin }), before);
  assert.equal((await panel.request("GET", "/runs", { headers: admin })).total, runsBefore);
});

Deno.test("labels: an editor of a label makes and keeps only tasks that have it", async () => {
  await using scene = await Scene.open();
  const { panel, own, admin } = scene;
  const editor = scene.person("editor", ["shop", "stock"]);
  const send = async (method: string, path: string, body: unknown) => {
    const response = await panel.send(method, path, { headers: editor, body });
    const json = await response.json();
    return [response.status, json.issues?.[0]?.code ?? json.results?.[0]?.error?.code ?? null];
  };
  const task = { name: "New", command: "true", schedules: "manual" };
  assert.deepEqual(await send("POST", "/tasks", task), [422, "label_of_role"]);
  assert.deepEqual(await send("POST", "/tasks", { ...task, labels: ["Shop"] }), [422, "label_of_role"]);
  assert.deepEqual(await send("POST", "/tasks", { ...task, labels: ["stock", "x"] }), [201, null]);
  assert.deepEqual(await send("PATCH", `/tasks/${own}`, { labels: [] }), [422, "label_of_role"]);
  assert.deepEqual(await send("POST", "/tasks/labels", { ids: [own], remove: ["shop"] }), [
    200,
    "validation_failed",
  ]);
  assert.deepEqual(await send("POST", "/tasks/update", { ids: [own], changes: { labels: ["x"] } }), [
    ...[200, "validation_failed"],
  ]);
  assert.deepEqual((await panel.request("GET", `/tasks/${own}`, { headers: admin })).labels, ["shop"]);
  // Somebody removes the label from a task that is being edited: it no longer exists for the editor.
  await panel.request("PATCH", `/tasks/${own}`, { headers: admin, body: { labels: ["other"] } });
  assert.equal((await send("PATCH", `/tasks/${own}`, { name: "late" }))[0], 404);
});

Deno.test("labels: windows are those that concern own tasks, without what else they are for", async () => {
  await using scene = await Scene.open();
  const { panel, own, foreign } = scene;
  const headers = scene.person("operator", ["shop"]);
  const { items } = await panel.request("GET", "/windows", { headers });
  assert.deepEqual(
    items.map(({ name, scope }: { name: string; scope: object }) => [name, scope]).sort(),
    [["Both", { taskIds: [own] }], ["Ours", { labels: ["shop"] }]],
  );
  const spans = await panel.request("GET", `/windows/spans?from=${from}&to=${to}`, { headers });
  assert.deepEqual(spans.items.map(({ name }: { name: string }) => name).sort(), ["Both", "Ours"]);
  const open = await panel.request("POST", "/windows/check", { headers, body: { ids: [own, foreign] } });
  assert.deepEqual(open.items.map(({ taskIds }: { taskIds: number[] }) => taskIds), [[own], [own]]);
});

Deno.test("labels: heartbeats are those with a label, and only who may change them sees their addresses", async () => {
  await using scene = await Scene.open();
  const [editor, viewer] = [scene.person("editor", ["shop"]), scene.person("viewer", ["shop"])];
  const input = { name: "Own", periodMs: 3_600_000 };
  const rejected = await scene.panel.send("POST", "/heartbeats", { headers: editor, body: input });
  assert.equal((await rejected.json()).issues[0].code, "label_of_role");
  const made = await scene.panel.request("POST", "/heartbeats", {
    headers: editor,
    body: { ...input, labels: ["shop"] },
  });
  assert.match(made.path, /^\/ping\//);
  const list = async (headers: Record<string, string>) =>
    (await scene.panel.request("GET", "/heartbeats", { headers })).items as {
      name: string;
      key: string;
      path: string;
    }[];
  assert.deepEqual((await list(editor)).map(({ name, key }) => [name, key]), [["Own", made.key]]);
  assert.deepEqual((await list(viewer)).map(({ name, key, path }) => [name, key, path]), [["Own", "", ""]]);
  assert.equal((await list(scene.admin)).length, 2);
});

Deno.test("labels: the event stream names only own tasks, also after a reconnection", async () => {
  await using scene = await Scene.open();
  const { panel, admin, own, foreign } = scene;
  const headers = scene.person("viewer", ["shop"]);
  const open = async (more: Record<string, string> = {}) =>
    new EventReader(await panel.send("GET", "/events", { headers: { ...headers, ...more } }));
  const rename = (id: number, name: string) =>
    panel.request("PATCH", `/tasks/${id}`, { headers: admin, body: { name } });
  const nextIds = async (reader: EventReader, count: number) => {
    const ids: string[] = [];
    while (ids.length < count) {
      const block = await reader.next();
      if (block?.["data"] && !block["event"]) {
        const { topic, id, taskId } = JSON.parse(block["data"]);
        if (topic === "tasks" || topic === "runs") ids.push(`${topic} ${topic === "runs" ? taskId : id}`);
      }
    }
    return ids;
  };
  const { lastEventId } = await panel.request("GET", "/auth/session", { headers });
  const reader = await open();
  await rename(foreign, "a");
  await rename(own, "b");
  assert.deepEqual(await nextIds(reader, 1), [`tasks ${own}`]);
  // What is no longer visible is announced once more.
  await panel.request("PATCH", `/tasks/${own}`, { headers: admin, body: { labels: ["other"] } });
  assert.deepEqual(await nextIds(reader, 1), [`tasks ${own}`]);
  await rename(own, "c");
  await panel.request("POST", "/tasks/run", { headers: admin, body: { ids: [foreign] } });
  await rename(foreign, "d");
  await panel.request("POST", "/tasks", {
    headers: admin,
    body: { name: "New", command: "true", schedules: "manual", labels: ["shop"] },
  });
  const [added = ""] = await nextIds(reader, 1);
  assert.ok(added !== `tasks ${own}` && added !== `tasks ${foreign}`, added);
  await reader.close();
  // What was missed is judged by what may be seen now.
  const again = await open({ "last-event-id": String(lastEventId) });
  assert.deepEqual(await nextIds(again, 1), [added]);
  await again.close();
});

Deno.test("labels: an assistant has the tools of the role, over the same tasks", async () => {
  await using scene = await Scene.open();
  const headers = scene.person("viewer", ["shop"]);
  const message = (method: string, params: object) => ({ jsonrpc: "2.0", id: 1, method, params });
  const send = async (body: object) =>
    await (await scene.panel.send("POST", "/mcp", {
      headers: { ...headers, accept: "application/json, text/event-stream" },
      body,
    })).text();
  const tools = await send(message("tools/list", {}));
  assert.match(tools, /list_tasks/);
  assert.doesNotMatch(tools, /"run_task"|"create_task"|"list_variables"/);
  const listed = await send(message("tools/call", { name: "list_tasks", arguments: {} }));
  assert.match(listed, /Own/);
  assert.doesNotMatch(listed, new RegExp(MARK));
});

Deno.test("labels: who sees a run sees who started and who stopped it", async () => {
  await using scene = await Scene.open();
  const { panel, admin } = scene;
  const task = { name: "Long", command: "sleep 60", schedules: "manual", labels: ["shop"] };
  const { id } = await panel.request("POST", "/tasks", { headers: admin, body: task });
  const [operator, viewer] = [scene.person("operator", ["shop"]), scene.person("viewer", ["shop"])];
  const newest = async () => (await panel.request("GET", `/tasks/${id}/runs`, { headers: viewer })).items[0];
  const ended = async (state: string) => {
    await until(`the run is ${state}`, async () => (await newest()).state === state);
    const { requestedBy, stoppedBy } = await newest();
    return [requestedBy, stoppedBy];
  };
  await panel.request("POST", "/tasks/run", { headers: operator, body: { ids: [id] } });
  assert.deepEqual(await ended("running"), ["operator-shop", null]);
  await panel.request("POST", "/tasks/stop", { headers: admin, body: { ids: [id] } });
  const { username } = (await panel.request("GET", "/auth/session", { headers: admin })).account;
  assert.deepEqual(await ended("stopped"), ["operator-shop", username]);
  await panel.request("POST", "/tasks/run", { headers: admin, body: { ids: [id] } });
  assert.deepEqual(await ended("running"), [username, null]);
  await panel.request("POST", `/runs/${(await newest()).id}/stop`, { headers: operator });
  assert.deepEqual(await ended("stopped"), [username, "operator-shop"]);
  // Nobody starts what is due.
  await panel.request("PATCH", `/tasks/${id}`, { headers: admin, body: { schedules: ["* * * * * *"] } });
  await until("a run is due", async () => (await newest()).cause === "schedule");
  assert.equal((await newest()).requestedBy, null);
});

Deno.test("labels: the trash has own tasks only, to restore and to delete for good", async () => {
  await using scene = await Scene.open();
  const { panel, admin, own, foreign } = scene;
  const [editor, viewer] = [scene.person("editor", ["shop"]), scene.person("viewer", ["shop"])];
  const remove = (headers: Record<string, string>, ids: number[]) =>
    panel.request("DELETE", "/tasks", { headers, body: { ids } });
  const list = async (headers: Record<string, string>) => {
    const { items, total } = await panel.request("GET", "/tasks/trash", { headers });
    return [items.map(({ id }: { id: number }) => id), total];
  };
  const change = async (headers: Record<string, string>, path: string, ids: number[]) => {
    const method = path === "/tasks/trash" ? "DELETE" : "POST";
    const { results } = await panel.request(method, path, { headers, body: { ids } });
    return results.map(({ ok }: { ok: boolean }) => ok);
  };
  await remove(admin, [foreign]);
  await remove(editor, [own]);
  assert.deepEqual(await list(admin), [[own, foreign], 2]);
  for (const headers of [editor, viewer]) assert.deepEqual(await list(headers), [[own], 1]);
  assert.equal((await panel.request("GET", `/tasks/trash?q=${MARK}`, { headers: editor })).total, 0);
  for (const path of ["/tasks/restore", "/tasks/trash"]) {
    const response = await panel.send(path === "/tasks/trash" ? "DELETE" : "POST", path, {
      headers: viewer,
      body: { ids: [own] },
    });
    assert.equal(response.status, 403);
    await response.body?.cancel();
    assert.deepEqual(await change(editor, path, [foreign]), [false]);
  }
  assert.deepEqual(await change(editor, "/tasks/restore", [own, foreign]), [true, false]);
  assert.equal((await panel.request("GET", `/tasks/${own}`, { headers: editor })).name, "Own");
  await remove(editor, [own]);
  assert.deepEqual(await change(editor, "/tasks/trash", [own]), [true]);
  await until(
    "its runs are gone",
    async () => (await panel.request("GET", "/runs", { headers: admin })).total === 1,
  );
  assert.deepEqual(await panel.request("POST", "/tasks/trash/empty", { headers: editor }), { removed: 0 });
  assert.deepEqual(await list(admin), [[foreign], 1]);
  // The labels with which it was deleted count.
  assert.deepEqual(await change(admin, "/tasks/restore", [foreign]), [true]);
  await panel.request("PATCH", `/tasks/${foreign}`, { headers: admin, body: { labels: ["shop"] } });
  await remove(admin, [foreign]);
  assert.deepEqual(await list(viewer), [[foreign], 1]);
});
