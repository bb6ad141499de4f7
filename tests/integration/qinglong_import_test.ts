import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ImportKind, ImportReport, ImportResource } from "../../server/contract/imports.ts";
import { packFolder, type QinglongData, writeQinglongData } from "../support/qinglong_data.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

/** A folder with what years of use leave behind. */
const years: QinglongData = {
  tasks: [
    {
      name: "nightly",
      command: "task demo/run.js",
      schedule: "0 30 2 * * *",
      labels: '["home"]',
      extra_schedules: '[{"schedule":"0 0 5 * * *"},{"schedule":"not a rule"}]',
      isPinned: 1,
      allow_multiple_instances: 0,
      log_name: "demo_run",
      task_before: "echo before",
      work_dir: "/ql/data/scripts/demo",
    },
    { name: "%E7%AD%BE%E5%88%B0", command: "task sign.py", schedule: "5 8 * * *", labels: '[""]' },
    { name: "manual", command: "echo hi", schedule: "@once", labels: "", allow_multiple_instances: 1 },
    { name: "at start", command: "echo boot", schedule: "@boot", labels: null, isDisabled: 1 },
    { name: "pulled", command: "task o_r_main/x.js", schedule: "1 1 * * *", sub_id: 1 },
    { name: "single", command: "task raw_dir_y.js now", schedule: "2 1 * * *", sub_id: 3 },
    {
      name: "old update",
      command: 'ql repo "https://git.example.com/a/b.git" "jd_" "" "lib" "main"',
      schedule: "0 0 1 * *",
    },
    { name: "quartz", command: "task q.js", schedule: "0 0 0/2 * * ?x" },
    { name: "empty", command: "", schedule: "1 1 * * *" },
    {
      name: "silent",
      command: "task s.js",
      schedule: "1 1 1 1 *",
      log_name: "../x",
      task_after: "task b.js",
    },
  ],
  views: [
    { name: "全部任务", type: 1, position: 2250000000000000 },
    {
      name: "failing here",
      type: 2,
      position: 1125000000000000,
      filterRelation: "or",
      filters:
        '[{"property":"status","operation":"In","value":[0,3]},{"property":"sub_id","operation":"In","value":[1]},{"property":"name","operation":"Reg","value":"night"}]',
      sorts: '[{"property":"name","type":"ASC"},{"property":"command","type":"DESC"}]',
    },
  ],
  subscriptions: [
    {
      name: "demo",
      type: "public-repo",
      url: "https://git.example.com/o/r.git",
      branch: "main",
      schedule_type: "interval",
      interval_schedule: '{"type":"hours","value":6}',
      alias: "o_r_main",
      whitelist: "a|b",
      dependences: "lib",
      autoDelCron: 0,
    },
    {
      name: "private",
      type: "private-repo",
      url: "https://git.example.com/p/q.git",
      schedule_type: "crontab",
      schedule: "0 3 * * *",
      pull_type: "user-pwd",
      pull_option: '{"username":"u","password":"pw"}',
      alias: "p_q",
      is_disabled: 1,
    },
    {
      name: "file",
      type: "file",
      url: "https://raw.example.com/dir/y.js",
      schedule_type: "crontab",
      schedule: "0 4 * * *",
      alias: "dir_y",
    },
  ],
  variables: [
    // Too long for the environment of a process.
    { name: "HUGE", value: "x".repeat(200_000), position: 1 },
    { name: "TOKEN", value: "second", status: 0, position: 1, remarks: "%E5%A4%87%E6%B3%A8" },
    { name: "TOKEN", value: "first", status: 0, position: 2 },
    { name: "OFF", value: "x", status: 1, position: 3, labels: '["a"]' },
    { name: "PINNED", value: "y", isPinned: 1, position: 0 },
    { name: "bad-name", value: "z", position: 5 },
  ],
  dependencies: [
    { name: "axios@1.7.0", type: 0, status: 1, remark: "http" },
    { name: "requests==2.0", type: 1, status: 2 },
    { name: "-r x.txt", type: 1 },
    { name: "thing", type: 9 },
  ],
  applications: [
    { name: "system", scopes: '["crons"]', client_id: "sys", client_secret: "s" },
    { name: "bot", scopes: '["crons","envs","user"]', client_id: "AbC_12345xyz", client_secret: "stale" },
    { name: "nothing", scopes: "[]", client_id: "none", client_secret: "s" },
  ],
  settings: [
    { type: "authConfig", info: '{"username":"admin","password":"plain"}' },
    { type: "notification", info: '{"type":"bark","barkPush":"key","barkGroup":"g","strange":"v"}' },
    { type: "loginLog", info: "{}" },
    { type: "systemConfig", info: '{"timezone":"America/New York"}' },
  ],
  cache: {
    authInfo: { username: "admin", password: "newer" },
    apps: [{
      id: 2,
      name: "bot",
      scopes: ["crons", "envs"],
      client_id: "AbC_12345xyz",
      client_secret: "secret-of-24-characters_",
    }],
  },
  files: {
    "scripts/demo/run.js": "console.log('ran', process.env.TOKEN, process.cwd());\n",
    "scripts/sign.py": "print('signed')\n",
    "scripts/o_r_main/x.js": "console.log('x');\n",
    "scripts/raw_dir_y.js": "console.log('y');\n",
    "scripts/node_modules/a/index.js": "skipped",
    "scripts/here.js": "old\n",
    "scripts/sendNotify.js": "exports.sendNotify = () => 'own';\n",
    "deps/helper.js": "module.exports = 1;\n",
    "config/config.sh": "export FROM_CONFIG=1\n",
    "config/task_before.sh": "echo hook\n",
    "config/auth.json": '{"username":"admin","password":"plain"}',
    "config/token.json": "{}",
    "log/demo_run/2026-01-01-00-00-00-000.log": "log",
    "repo/o_r_main/x.js": "clone",
    "upload/avatar.png": "png",
  },
};

interface Scene extends AsyncDisposable {
  panel: TestPanel;
  headers: Record<string, string>;
  folder: string;
  upload(body: Uint8Array, query?: string): Promise<ImportResource>;
  apply(id: number, enable?: boolean): Promise<ImportResource>;
}

async function openScene(): Promise<Scene> {
  const panel = await TestPanel.open();
  const headers = await panel.logIn();
  const folder = await Deno.makeTempDir({ prefix: "sundial-qinglong-" });
  return {
    panel,
    headers,
    folder,
    upload: (body, query = "") =>
      panel.request("POST", `/imports${query}`, {
        raw: body as Uint8Array<ArrayBuffer>,
        headers: { ...headers, "content-type": "application/octet-stream" },
      }),
    async apply(id, enable = false) {
      await panel.request("POST", `/imports/${id}/apply`, { headers, body: { enable } });
      return await until("the import to end", async () => {
        const found: ImportResource = await panel.request("GET", `/imports/${id}`, { headers });
        return found.state === "running" ? null : found;
      });
    },
    async [Symbol.asyncDispose]() {
      await panel[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function counts({ report }: ImportResource): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(report).map((
      [kind, { created, unchanged, refused }],
    ) => [kind, [created, unchanged, refused.length]]),
  );
}

function refusals({ report }: ImportResource, kind: ImportKind): Record<string, string> {
  return Object.fromEntries(report[kind].refused.map(({ name, reason }) => [name, reason]));
}

Deno.test("qinglong import: reports what it creates, creates it once and runs it", async () => {
  await using scene = await openScene();
  const { panel, headers } = scene;
  await Deno.writeTextFile(join(panel.dataDir, "scripts/here.js"), "mine\n");
  await Deno.writeTextFile(join(panel.dataDir, "config/config.sh"), "# mine\n");
  const archive = await packFolder(await writeQinglongData(scene.folder, years));
  const planned = await scene.upload(archive);
  assert.equal(planned.source, "qinglong");
  assert.equal(planned.state, "ready");
  const expected = {
    tasks: [7, 0, 2],
    variables: [4, 0, 2],
    subscriptions: [4, 0, 0],
    scripts: [6, 0, 1],
    config: [2, 0, 0],
    dependencies: [2, 0, 2],
    channels: [1, 0, 0],
    applications: [1, 0, 1],
    views: [1, 0, 0],
  };
  assert.deepEqual(counts(planned), expected);
  assert.equal((await panel.request("GET", "/tasks", { headers })).total, 0, "nothing is changed");
  assert.deepEqual(refusals(planned, "tasks"), { quartz: "incorrect_cron", empty: "command_missing" });
  const silent = planned.report.tasks.items.find(({ name }) => name === "silent");
  assert.deepEqual(silent?.notes.map(({ note }) => note), ["field_dropped", "hook_runs_task"]);
  assert.deepEqual(refusals(planned, "scripts"), { "here.js": "exists_differs" });
  assert.deepEqual(refusals(planned, "variables"), { "bad-name": "field_refused", HUGE: "field_refused" });
  assert.deepEqual(refusals(planned, "dependencies"), { "-r x.txt": "field_refused", thing: "unknown_type" });
  assert.deepEqual(
    planned.leftOut.map(({ what }) => what).sort(),
    ["account", "avatars", "installed_packages", "login_log", "logs", "panel_settings", "repositories"],
  );

  const done = await scene.apply(planned.id);
  assert.equal(done.state, "done", JSON.stringify(done.error));
  assert.deepEqual(counts(done), counts(planned));
  // Tasks, subscriptions, variables, the channel, the application, a hook, a notifier and a module of `deps`.
  assert.equal(done.held, 6 + 3 + 3 + 1 + 1 + 3);
  await checkTasks(scene);
  await checkOthers(scene);

  const again = await scene.apply((await scene.upload(archive)).id);
  assert.deepEqual(Object.values(again.report).map(({ created }) => created), Array(9).fill(0));
  assert.deepEqual(refusals(again, "scripts"), { "here.js": "exists_differs" });
});

async function checkTasks(scene: Scene): Promise<void> {
  const { panel, headers } = scene;
  const { items: tasks } = await panel.request("GET", "/tasks?pageSize=100", { headers });
  // deno-lint-ignore no-explicit-any -- tasks of the API
  const byName = new Map<string, any>(tasks.map((task: any) => [task.name, task]));
  assert.deepEqual(
    [...byName.keys()].sort(),
    [
      "at start",
      "manual",
      "nightly",
      "pulled",
      "silent",
      "single",
      "签到",
    ].sort(),
  );
  assert.ok(tasks.every(({ enabled }: { enabled: boolean }) => !enabled));
  const nightly = byName.get("nightly");
  assert.deepEqual(nightly.schedules, ["0 30 2 * * *", "0 0 5 * * *"]);
  assert.deepEqual(
    [nightly.pinned, nightly.labels, nightly.logFolder, nightly.before, nightly.workingDirectory],
    [true, ["home"], "demo_run", "echo before", "demo"],
  );
  assert.equal(nightly.overlap.policy, "replace");
  assert.equal(nightly.timeZone, "America/New_York");
  assert.equal(byName.get("manual").schedules, "manual");
  assert.equal(byName.get("manual").overlap.policy, "allow");
  assert.equal(byName.get("at start").schedules, "startup");
  assert.equal(byName.get("single").command, "task dir_y/y.js now");
  // Its form refuses such a hook, but what worked there goes on here.
  assert.equal(byName.get("silent").after, "task b.js");
  const { items: subscriptions } = await panel.request("GET", "/subscriptions", { headers });
  const demo = subscriptions.find(({ name }: { name: string }) => name === "demo");
  assert.equal(byName.get("pulled").subscriptionId, demo.id);
  assert.deepEqual(
    [demo.alias, demo.schedule, demo.autoAdd, demo.autoDelete, demo.enabled],
    ["o_r_main", { kind: "interval", every: 6, unit: "hours" }, true, false, false],
  );
  // Tasks that it adds later are due in the zone of those it had.
  assert.equal(demo.timeZone, "America/New_York");
  const update = subscriptions.find(({ name }: { name: string }) => name === "old update");
  assert.deepEqual([update.alias, update.whitelist, update.type], ["a_b_main", "jd_", "public_repository"]);
  const { items } = await panel.request("GET", "/variables", { headers });
  const ids = items.map((one: { id: number }) => one.id);
  await panel.request("POST", "/variables/enable", { headers, body: { ids } });
  const { exitCode, log } = await runTask(scene, nightly.id);
  assert.match(log, /before\n[^]*ran first&second .*scripts\/demo\n/);
  assert.equal(exitCode, 0);
}

async function runTask(
  { panel, headers }: Scene,
  id: number,
): Promise<{ exitCode: number | null; log: string }> {
  const { results } = await panel.request("POST", "/tasks/run", { headers, body: { ids: [id] } });
  const run = await until("the run to end", async () => {
    const found = await panel.request("GET", `/runs/${results[0].runId}`, { headers });
    return found.finishedAt === null ? null : found;
  });
  const log: string = await panel.request("GET", `/runs/${results[0].runId}/log`, { headers });
  return { exitCode: run.exitCode, log };
}

async function checkOthers({ panel, headers }: Scene): Promise<void> {
  const { items: variables } = await panel.request("GET", "/variables", { headers });
  assert.deepEqual(
    variables.map((
      { name, value, enabled, remarks }: Record<string, unknown>,
    ) => [name, value, enabled, remarks]),
    [["PINNED", "y", true, ""], ["OFF", "x", true, ""], ["TOKEN", "first", true, ""], [
      "TOKEN",
      "second",
      true,
      "备注",
    ]],
  );
  const read = (path: string) => Deno.readTextFile(join(panel.dataDir, path));
  assert.equal(await read("scripts/here.js"), "mine\n");
  // The one that the panel put there stays until the import is confirmed.
  assert.equal(
    await read("scripts/sendNotify.js.imported"),
    "exports.sendNotify = () => 'own';\n",
  );
  assert.equal(await read("scripts/deps/helper.js.imported"), "module.exports = 1;\n");
  assert.equal(await read("scripts/dir_y/y.js"), "console.log('y');\n");
  assert.equal(await read("config/config.sh"), "# mine\n");
  assert.equal(await read("config/config.sh.imported"), "export FROM_CONFIG=1\n");
  assert.equal(await read("config/task_before.sh.imported"), "echo hook\n");
  const { items: applications } = await panel.request("GET", "/applications", { headers });
  assert.deepEqual(applications.map(({ suspended }: { suspended: boolean }) => suspended), [true]);
  await panel.request("POST", `/applications/${applications[0].id}/enable`, { headers });
  const { token } = await panel.request("POST", "/auth/token", {
    body: { clientId: "AbC_12345xyz", clientSecret: "secret-of-24-characters_" },
  });
  await panel.request("GET", "/variables", { headers: { authorization: `Bearer ${token}` } });
  const { items: views } = await panel.request("GET", "/views", { headers });
  assert.equal(views[0].relation, "or");
  assert.deepEqual(views[0].conditions.map(({ property }: { property: string }) => property), [
    "status",
    "subscription",
    "name",
  ]);
  assert.deepEqual(views[0].sort, [{ field: "command", descending: true }, {
    field: "name",
    descending: false,
  }]);
  const { items: dependencies } = await panel.request("GET", "/dependencies", { headers });
  assert.deepEqual(dependencies.map(({ state }: { state: string }) => state), ["cancelled", "cancelled"]);
  const channels = await panel.request("GET", "/notifications", { headers });
  assert.match(JSON.stringify(channels), /"bark"/);
}

Deno.test("qinglong import: nothing of it takes effect before it is confirmed, then all that nobody has changed", async () => {
  await using scene = await openScene();
  const { panel, headers } = scene;
  const data: QinglongData = {
    variables: [{ name: "LIVE", value: "1" }, { name: "CHANGED", value: "2" }],
    applications: [{
      name: "client",
      scopes: '["crons"]',
      client_id: "id-of-client",
      client_secret: "its-secret",
    }],
    settings: [{ type: "notification", info: '{"type":"bark","barkPush":"https://example.org/x"}' }],
    files: {
      "config/config.sh": "export FROM_CONFIG=1\n",
      "config/task_before.sh": "echo FOREIGN HOOK\n",
      "scripts/deps/helper.js": "1",
      "scripts/a.js": "1",
    },
  };
  const archive = await packFolder(await writeQinglongData(scene.folder, data));
  const exists = async (path: string) =>
    await Deno.stat(join(panel.dataDir, path)).then(() => true, () => false);
  const here = async () => ({
    variables: (await panel.request("GET", "/variables", { headers })).items
      .flatMap(({ name, enabled }: { name: string; enabled: boolean }) => enabled ? [name] : []),
    applications: (await panel.request("GET", "/applications", { headers })).items
      .filter(({ suspended }: { suspended: boolean }) => !suspended).length,
    channels: (await panel.request("GET", "/notifications", { headers })).items
      .filter(({ enabled, isDefault }: Record<string, boolean>) => enabled || isDefault).length,
    rules: (await panel.db.selectFrom("notification_rule").select("id").execute()).length,
    files: (await Promise.all(
      ["config/config.sh", "config/task_before.sh", "scripts/deps/helper.js", "scripts/a.js"]
        .map(async (path) => await exists(path) ? [path] : []),
    )).flat(),
  });
  const before = await here();
  const imported = await scene.apply((await scene.upload(archive)).id);
  assert.deepEqual(await here(), { ...before, files: [...before.files, "scripts/a.js"].sort() });
  const notes = imported.report.config.items.flatMap((item) =>
    item.notes.map(({ note, params }) => [note, params["path"]])
  );
  assert.deepEqual(
    notes.sort(),
    [["held_as", "config.sh.imported"], ["held_as", "task_before.sh.imported"]]
      .filter(([, path]) => !before.files.includes(`config/${path?.replace(".imported", "")}`)),
  );
  const { items } = await panel.request("GET", "/variables", { headers });
  const changed = items.find(({ name }: { name: string }) => name === "CHANGED");
  await panel.request("PATCH", `/variables/${changed.id}`, { headers, body: { remarks: "looked at" } });

  const confirmed = await scene.apply(imported.id, true);
  assert.equal(confirmed.held, 0);
  const after = await here();
  assert.deepEqual([after.variables, after.applications, after.channels, after.rules], [["LIVE"], 1, 1, 1]);
  assert.deepEqual(after.files.length, 4);
  assert.equal(await exists("config/task_before.sh.imported"), false);
  assert.equal(await exists("scripts/deps/helper.js.imported"), false);
});

Deno.test("qinglong import: a hook that runs a task runs it once the import is confirmed", async () => {
  await using scene = await openScene();
  const { panel, headers } = scene;
  const data: QinglongData = {
    tasks: [{
      name: "collect",
      command: "echo collected",
      schedule: "1 1 1 1 *",
      task_after: "task report.js",
    }],
    files: { "scripts/report.js": "console.log('reported');\n" },
  };
  const imported = await scene.apply(
    (await scene.upload(await packFolder(await writeQinglongData(scene.folder, data)))).id,
  );
  assert.deepEqual(imported.report.tasks.items[0]?.notes.map(({ note }) => note), [
    "hook_runs_task",
    "disabled_until_confirmed",
  ]);
  await scene.apply(imported.id, true);
  const { items: [task] } = await panel.request("GET", "/tasks", { headers });
  assert.deepEqual([task.enabled, task.after], [true, "task report.js"]);
  const { exitCode, log } = await runTask(scene, task.id);
  assert.match(log, /^collected\n[^]*^reported$/m);
  assert.equal(exitCode, 0);
});

Deno.test("qinglong import: takes over more than a thousand variables of one name", async () => {
  await using scene = await openScene();
  const values = Array.from({ length: 1_200 }, (_, n) => `key=${"k".repeat(80)}${n};user=customer_${n};`);
  const variables = values.map((value, index) => ({
    name: "STORE_COOKIE",
    value,
    status: 0,
    position: values.length - index,
  }));
  const archive = await packFolder(await writeQinglongData(scene.folder, { variables }));
  const done = await scene.apply((await scene.upload(archive)).id, true);
  assert.deepEqual(counts(done)["variables"], [1_200, 0, 0]);
  const stored = await scene.panel.db.selectFrom("variable").select("enabled")
    .where("name", "=", "STORE_COOKIE").execute();
  assert.deepEqual([stored.length, stored.every(({ enabled }) => enabled === 1)], [1_200, true]);
});

Deno.test("qinglong import: reads the data of old versions, from the folder above or the data itself", async () => {
  await using scene = await openScene();
  const old: QinglongData = {
    tasks: [{ name: "a", command: "task a.js", schedule: "1 1 * * *", isDisabled: 0 }],
    variables: [{ name: "A", value: "1" }],
    files: { "scripts/a.js": "a", "config/config.sh": "" },
    without: [
      ..."labels sub_id extra_schedules task_before task_after log_name allow_multiple_instances work_dir isPinned"
        .split(" "),
      ..."position remarks alias autoAddCron autoDelCron filterRelation".split(" "),
    ],
  };
  await writeQinglongData(scene.folder, old);
  for (const top of ["", "ql", "data", "ql/data"]) {
    const { report, id } = await scene.upload(await packFolder(scene.folder, top));
    assert.deepEqual(
      [report.tasks.created, report.variables.created, report.scripts.created],
      [1, 1, 1],
      top,
    );
    await scene.panel.request("DELETE", `/imports/${id}`, { headers: scene.headers });
  }
  const done = await scene.apply((await scene.upload(await packFolder(scene.folder))).id, true);
  assert.equal(done.held, 0);
  const { items } = await scene.panel.request("GET", "/tasks", { headers: scene.headers });
  assert.deepEqual(items.map(({ enabled, overlap }: Record<string, unknown>) => [enabled, overlap]), [
    [true, { policy: "skip" }],
  ]);
});

Deno.test("qinglong import: the audit log names the file", async () => {
  await using scene = await openScene();
  await writeQinglongData(scene.folder, { variables: [{ name: "A", value: "1" }] });
  const { id } = await scene.upload(await packFolder(scene.folder), "?name=data.tgz");
  await scene.apply(id);
  const { headers, panel } = scene;
  await panel.request("DELETE", `/imports/${id}`, { headers });
  const { items } = await panel.request("GET", "/audit-log", { headers });
  const changes = items.filter(({ act }: { act: string }) => act.startsWith("imports."));
  assert.deepEqual(changes.map(({ act, object }: Record<string, unknown>) => [act, object]), [
    ["imports.remove", "data.tgz"],
    ["imports.apply", "data.tgz"],
  ]);
});

Deno.test("qinglong import: what it creates is by who has confirmed it", async () => {
  await using scene = await openScene();
  await writeQinglongData(scene.folder, {
    tasks: [{ name: "night", command: "task a.js", schedule: "0 3 * * *" }],
  });
  const { id } = await scene.upload(await packFolder(scene.folder), "?name=data.tgz");
  await scene.apply(id);
  const authors = await scene.panel.db.selectFrom("task_history").select([
    "type",
    "author_kind",
    "author_name",
  ]).execute();
  assert.deepEqual(authors, [{ type: "created", author_kind: "person", author_name: "mira" }]);
});

Deno.test("qinglong import: reads a write-ahead log that was not written back", async () => {
  await using scene = await openScene();
  await writeQinglongData(scene.folder, { variables: [{ name: "A", value: "1" }] });
  const path = join(scene.folder, "db/database.sqlite");
  using database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
  database.exec("insert into Envs (name, value) values ('B', '2')");
  await Deno.remove(`${path}-shm`);
  const { report } = await scene.upload(await packFolder(scene.folder));
  assert.equal(report.variables.created, 2);
});

Deno.test("qinglong import: rejects a damaged database and files of something else, and leaves nothing", async () => {
  await using scene = await openScene();
  const { panel, headers, folder } = scene;
  const rejection = async (body: Uint8Array, query = "") => {
    const response = await panel.send("POST", `/imports${query}`, {
      raw: body as Uint8Array<ArrayBuffer>,
      headers: { ...headers, "content-type": "application/octet-stream" },
    });
    return [response.status, (await response.json()).detail];
  };
  await writeQinglongData(folder, { variables: [{ name: "A", value: "1".repeat(20_000) }], cache: {} });
  const path = join(folder, "db/database.sqlite");
  const whole = await Deno.readFile(path);
  const damage = ["The database is damaged or not a database: database.sqlite"];
  await Deno.writeFile(path, whole.subarray(0, whole.length - 8192));
  assert.deepEqual(await rejection(await packFolder(folder)), [422, ...damage]);
  await Deno.writeTextFile(path, "no database");
  assert.deepEqual(await rejection(await packFolder(folder)), [422, ...damage]);
  await Deno.writeFile(path, whole);
  await Deno.writeTextFile(join(folder, "db/keyv.sqlite"), "no database");
  const { leftOut } = await scene.upload(await packFolder(folder));
  assert.deepEqual(leftOut.map(({ what }) => what), ["cache_damaged"]);
  const text = new TextEncoder().encode("hello");
  assert.equal((await rejection(text))[1], "The contents are not from a program that can be imported");
  assert.equal(
    (await rejection(text, "?source=qinglong"))[1],
    "The contents are not from the selected program",
  );
  assert.equal((await rejection(new Uint8Array()))[0], 422);
  assert.equal((await Array.fromAsync(Deno.readDir(join(panel.dataDir, "imports")))).length, 1);
});

Deno.test("qinglong import: says which tasks and views lose a subscription that is not imported", async () => {
  await using scene = await openScene();
  const rule = { schedule: "1 1 * * *", schedule_type: "crontab", type: "public-repo" };
  await writeQinglongData(scene.folder, {
    subscriptions: [
      { ...rule, name: "Refused", url: "file:///etc", alias: "etc" },
      { ...rule, name: "Taken", url: "https://git.example.com/o/r.git", alias: "o_r" },
    ],
    tasks: [
      { name: "of refused", command: "echo 1", schedule: "1 1 * * *", sub_id: 1 },
      { name: "of taken", command: "echo 2", schedule: "1 1 * * *", sub_id: 2 },
    ],
    views: [
      { name: "both", filters: '[{"property":"sub_id","operation":"In","value":[1,2]}]', type: 2 },
      { name: "taken", filters: '[{"property":"sub_id","operation":"In","value":[2]}]', type: 2 },
    ],
  });
  const losing = ({ tasks, views }: ImportReport) =>
    [...tasks.items, ...views.items].filter(({ notes }) =>
      notes.some(({ note }) => note === "subscription_missing")
    ).map(({ name }) => name);
  const { id, report } = await scene.upload(await packFolder(scene.folder));
  assert.deepEqual(report.subscriptions.refused.map(({ name }) => name), ["Refused"]);
  assert.deepEqual(losing(report), ["of refused", "both"]);
  assert.deepEqual(losing((await scene.apply(id, false)).report), ["of refused", "both"]);
});

Deno.test("qinglong import: what a person changed here stays when it is imported again", async () => {
  await using scene = await openScene();
  const { panel, headers } = scene;
  const data: QinglongData = {
    tasks: ["a", "b", "c"].map((name) => ({ name, command: `task ${name}.js`, schedule: "1 1 * * *" })),
    variables: [{ name: "TOKEN", value: "old" }],
  };
  const archive = await packFolder(await writeQinglongData(scene.folder, data));
  await scene.apply((await scene.upload(archive)).id);
  const { items } = await panel.request("GET", "/tasks?sort=name", { headers });
  const [a, b] = items;
  // One is renamed; one is enabled, then disabled.
  await panel.request("PATCH", `/tasks/${a.id}`, { headers, body: { name: "mine" } });
  for (const action of ["enable", "disable"]) {
    await panel.request("POST", `/tasks/${action}`, { headers, body: { ids: [b.id] } });
  }
  const { items: [variable] } = await panel.request("GET", "/variables", { headers });
  await panel.request("PATCH", `/variables/${variable.id}`, { headers, body: { value: "new" } });

  const again = await scene.apply((await scene.upload(archive)).id, true);
  assert.deepEqual([again.report.tasks.created, again.report.variables.created], [0, 0]);
  const after = await panel.request("GET", "/tasks?sort=name", { headers });
  assert.deepEqual(after.items.map(({ name, enabled }: Record<string, unknown>) => [name, enabled]), [
    ["b", false],
    ["c", true],
    ["mine", true],
  ]);
  const { items: variables } = await panel.request("GET", "/variables", { headers });
  assert.deepEqual(variables.map(({ value }: { value: string }) => value), ["new"]);
});

Deno.test("qinglong import: applications cannot import, and a person confirms the password first", async () => {
  await using scene = await openScene();
  const { panel, headers } = scene;
  const { clientId, clientSecret } = await panel.request("POST", "/applications", {
    headers,
    body: { name: "all", scopes: ["tasks:write", "system:write"] },
  });
  const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
  const response = await panel.send("GET", "/imports", { headers: { authorization: `Bearer ${token}` } });
  assert.equal(response.status, 403);
  await response.body?.cancel();
  await panel.db.updateTable("session").set({ proven_at: 0 }).execute();
  const { id } = await scene.upload(await packFolder(await writeQinglongData(scene.folder, years)));
  const apply = await panel.send("POST", `/imports/${id}/apply`, { headers, body: {} });
  assert.equal((await apply.json()).code, "step_up_required");
});
