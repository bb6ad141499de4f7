import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import type { TrashedTask } from "../../server/contract/task_trash.ts";
import { script } from "../support/git_server.ts";
import { sqliteDatabase } from "../support/panel_database.ts";
import { acceptWrites, type Refusal, rejectWrites } from "../support/reject_writes.ts";
import { sampleWhile } from "../support/sample_processes.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import { until } from "../support/until.ts";

Deno.test("subscriptions: a pull adds scripts and tasks, and the next one applies the exact difference", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({
    "a.js": script("Alpha", "1 1 * * *"),
    "sub/b.py": "# cron: 2 2 * * *\n# name: Beta\n",
    "lib/util.js": "// a neighbour",
    "old.js": script("Old", "3 3 * * *"),
    "README.md": "no script",
  });
  const { id, alias } = await scene.create({
    ...{ blacklist: "^lib/", dependencyWords: "util" },
  });
  assert.equal(alias, "owner_one");
  await scene.pull(id);
  assert.deepEqual(
    await scene.files(),
    ["a.js", "lib/util.js", "old.js", "sub/b.py"].map((one) => `owner_one/${one}`),
  );
  const details = async () =>
    (await scene.tasks()).map((task) => [task.name, task.command, ...task.schedules]);
  assert.deepEqual(await details(), [
    ["Alpha", "task owner_one/a.js", "1 1 * * *"],
    ["Beta", "task owner_one/sub/b.py", "2 2 * * *"],
    ["Old", "task owner_one/old.js", "3 3 * * *"],
  ]);
  assert.ok((await scene.tasks()).every(({ subscriptionId }) => subscriptionId === id));
  // Files of scripts and users stay.
  await Deno.writeTextFile(join(scene.scripts, "owner_one/cookies.json"), "{}");
  await Deno.mkdir(join(scene.scripts, "owner_one/data"));
  await Deno.writeTextFile(join(scene.scripts, "owner_one/data/x.txt"), "kept");
  await Deno.writeTextFile(join(scene.scripts, "owner_one/a.js"), "// changed by hand\n");
  await repository.commit({
    "a.js": script("Alpha two", "9 9 * * *"),
    "sub/b.py": "# cron: 2 2 * * *\n# name: Beta\n",
    "lib/util.js": "// a neighbour",
    "c.js": script("Gamma", "4 4 * * *"),
  });
  await scene.pull(id);
  assert.deepEqual(
    await scene.files(),
    ["a.js", "c.js", "cookies.json", "data/x.txt", "lib/util.js", "sub/b.py"].map((one) =>
      `owner_one/${one}`
    ),
  );
  assert.deepEqual(await details(), [
    ["Alpha", "task owner_one/a.js", "1 1 * * *"],
    ["Beta", "task owner_one/sub/b.py", "2 2 * * *"],
    ["Gamma", "task owner_one/c.js", "4 4 * * *"],
  ]);
  const versions = await scene.panel.json<{ items: { cause: string }[] }>(
    "/api/files/scripts/versions?path=owner_one/a.js",
  );
  assert.ok(versions.items.length > 0, "a manual change is kept as a version");
  const subscription = await scene.get(id);
  assert.deepEqual(subscription.lastPull?.counts, {
    tasks: { added: 1, changed: 0, removed: 1, failed: 0 },
    files: { added: 1, changed: 1, removed: 1 },
  });
  assert.equal(subscription.taskCount, 3);
  await scene.change(id, { onChange: "follow" });
  await repository.commit({
    "a.js": script("Alpha three", "9 9 * * *"),
    "c.js": script("Gamma", "5 5 * * *"),
  });
  await scene.pull(id);
  assert.deepEqual(await details(), [
    ["Alpha three", "task owner_one/a.js", "1 1 * * *"],
    ["Gamma", "task owner_one/c.js", "5 5 * * *"],
  ]);
  const stored = await scene.read("owner_one/cookies.json");
  assert.equal(stored, "{}");
});

Deno.test("subscriptions: a pull finds the packages that the repository asks for, and installs none", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({
    "a.js": script("Alpha", "1 1 * * *"),
    "package.json": JSON.stringify({ dependencies: { axios: "^1.7.2" }, devDependencies: { eslint: "9" } }),
    "requirements.txt": "requests>=2\n-r more.txt\n",
    "sub/requirements.txt": "not-read",
  });
  const { id, packages } = await scene.create();
  assert.deepEqual(packages, []);
  await scene.pull(id);
  const asked = async () =>
    (await scene.get(id)).packages.map((one) => `${one.type} ${one.name} ${one.listed}`);
  assert.deepEqual(await asked(), ["node axios@^1.7.2 false", "python requests>=2 false"]);
  assert.deepEqual(await scene.files(), ["owner_one/a.js"]);
  const { total } = await scene.panel.json<{ total: number }>("/api/dependencies");
  assert.equal(total, 0);
});

Deno.test("subscriptions: a failed pull changes nothing and reports it", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create();
  await scene.pull(id);
  const before = [
    await scene.files(),
    (await scene.tasks()).map(({ id }) => id),
    (await scene.get(id)).commit,
  ];
  const failing = [
    { branch: "nowhere" },
    { branch: "", whitelist: "nothing-like-this" },
    { whitelist: "", before: "echo before; exit 3" },
    { before: null, url: scene.server.url("owner/gone.git") },
  ];
  for (const change of failing) {
    await scene.change(id, change);
    const run = await scene.pull(id, "failed");
    assert.match(run.log, /Scripts and tasks were not changed/);
    assert.deepEqual([
      await scene.files(),
      (await scene.tasks()).map(({ id }) => id),
      (await scene.get(id)).commit,
    ], before);
  }
  await until("everything else to be removed", () => scene.left().join() === "owner_one,owner_one");
});

Deno.test("subscriptions: tasks that a pull adds are due in the time zone of the subscription", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({
    url: scene.server.url("owner/one.git"),
    timeZone: "Asia/Kathmandu",
  });
  await scene.pull(id);
  assert.deepEqual(
    (await scene.tasks()).map(({ name, schedules, timeZone }) => [name, ...schedules, timeZone]),
    [["Alpha", "1 1 * * *", "Asia/Kathmandu"]],
  );
});

Deno.test("subscriptions: lines before and after run around a pull, in its folder", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({
    ...{
      url: scene.server.url("owner/one.git"),
      before: "echo before in $PWD",
      after: "echo after; ls; exit 4",
    },
  });
  const run = await scene.pull(id, "failed");
  assert.match(run.log, /before in .*\/scripts\n[^]*after\na\.js\n[^]*exit code 4/);
  assert.deepEqual(await scene.files(), ["owner_one/a.js"]);
});

Deno.test("subscriptions: user name and password appear in no argument and no log", async () => {
  const login = "someone:a very secret token";
  await using scene = await SubscriptionScene.open({ login });
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({
    ...{ type: "private_repository", pullMethod: "password" },
    ...{ username: "someone", password: "a very secret token", proxy: "" },
  });
  const { result: run, arguments: seen } = await sampleWhile(() => scene.pull(id));
  assert.ok(seen.some((line) => line.includes("git")), "pulls were observed");
  for (const text of [...seen, run.log, JSON.stringify(await scene.get(id))]) {
    assert.ok(!text.includes("very secret"), text);
  }
  assert.equal((await scene.get(id)).passwordSet, true);
  await until(
    "its job to be removed",
    () => [...Deno.readDirSync(join(scene.dataDir, "pulls"))].length === 0,
  );
  const database = await Deno.readFile(join(scene.dataDir, "sundial.sqlite"));
  assert.ok(!new TextDecoder("latin1").decode(database).includes("very secret"));
  await scene.change(id, { password: "wrong one" });
  const rejected = await scene.pull(id, "failed");
  assert.match(rejected.log, /returned 401/);
});

Deno.test("subscriptions: a pull leaves deleted tasks in the trash, also after the folder was renamed", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const files = { "a.js": script("Alpha", "1 1 * * *"), "b.js": script("Beta", "2 2 * * *") };
  await repository.commit({ ...files, "old.js": script("Old", "3 3 * * *") });
  const { id } = await scene.create();
  await scene.pull(id);
  const names = async () => (await scene.tasks()).map(({ name }) => name);
  const idOf = new Map((await scene.tasks()).map((task) => [task.name, task.id]));
  const alpha = idOf.get("Alpha");
  await scene.panel.json("/api/tasks", { method: "DELETE", json: { ids: [alpha] } });
  await repository.commit({ ...files, "c.js": script("Gamma", "4 4 * * *") });
  await scene.pull(id);
  assert.deepEqual(await names(), ["Beta", "Gamma"], "neither restored nor added again");
  const trash = async () =>
    (await scene.panel.json<{ items: TrashedTask[] }>("/api/tasks/trash")).items
      .map(({ name, cause, command, deletedBy }) => [name, cause, command, deletedBy !== null]);
  assert.deepEqual(await trash(), [
    ["Old", "subscription", "task owner_one/old.js", false],
    ["Alpha", "user", "task owner_one/a.js", true],
  ]);
  await scene.change(id, { alias: "moved" });
  await repository.commit({ ...files, "old.js": script("Old", "3 3 * * *") });
  await scene.pull(id);
  assert.deepEqual(await names(), ["Beta", "Old"], "a script that is back has a task again");
  await scene.panel.json("/api/tasks/restore", { json: { ids: [alpha] } });
  const restored = (await scene.tasks()).find((task) => task.id === alpha);
  assert.deepEqual([restored?.command, restored?.subscriptionId], ["task moved/a.js", id]);
  await scene.pull(id);
  assert.deepEqual(await names(), ["Alpha", "Beta", "Old"]);
  await scene.panel.json("/api/subscriptions", { method: "DELETE", json: { ids: [id], withTasks: true } });
  assert.deepEqual(await names(), []);
  await scene.panel.json("/api/tasks/restore", { json: { ids: [alpha] } });
  assert.deepEqual((await scene.tasks()).map(({ subscriptionId }) => subscriptionId), [null]);
});

Deno.test("subscriptions: only a pull that is put in place ends the runs of tasks that it deletes", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({
    "stay.js": script("Stay", "1 1 1 1 *"),
    "go.js": script("Go", "1 1 1 1 *", "setTimeout(() => {}, 60_000);"),
  });
  const { id } = await scene.create({ autoDelete: true });
  await scene.pull(id);
  const task = (await scene.tasks()).find(({ name }) => name === "Go")!;
  await scene.panel.json("/api/tasks/run", { json: { ids: [task.id] } });
  const newest = async () =>
    (await scene.panel.json<{ items: Run[] }>(`/api/tasks/${task.id}/runs?pageSize=1`)).items[0]!;
  await until("the run to be live", async () => (await newest()).state === "running");
  await repository.commit({ "stay.js": script("Stay", "1 1 1 1 *") });
  {
    const db = await sqliteDatabase(scene.dataDir).open();
    const noTrash: Refusal[] = [{ table: "trashed_task", actions: ["insert"] }];
    await rejectWrites(db, noTrash);
    await scene.pull(id, "failed");
    await acceptWrites(db, noTrash);
    await db.destroy();
  }
  assert.equal((await scene.tasks()).length, 2);
  assert.equal((await newest()).state, "running");
  await scene.pull(id);
  assert.deepEqual((await scene.tasks()).map(({ name }) => name), ["Stay"]);
  assert.equal((await newest()).state, "stopped");
});
