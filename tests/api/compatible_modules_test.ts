// The modules of the compatible API besides tasks and variables.
import assert from "node:assert/strict";
import { CompatibleClient, type Json } from "../support/compatible_client.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

Deno.test("compatible api: configuration files are listed, read and saved", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  const saved = await client.call("POST", "/configs/save", { name: "config.sh", content: "export A=1\n" });
  assert.equal(saved.message, "Saved successfully");
  await client.call("POST", "/configs/save", { name: "config.sh", content: "export A=2\n" });
  const { data: files } = await client.call("GET", "/configs/files");
  assert.ok(files.some((file: Json) => file.title === "config.sh" && file.value === "config.sh"));
  assert.equal((await client.call("GET", "/configs/detail?path=config.sh")).data, "export A=2\n");
  assert.equal((await client.call("GET", "/configs/config.sh")).data, "export A=2\n");
  assert.equal((await client.call("GET", "/configs/detail?path=none.sh")).data, "");
  const { data: samples } = await client.call("GET", "/configs/samples");
  const { data: sample } = await client.call("GET", `/configs/detail?path=${samples[0].value}`);
  assert.ok(sample.length > 0);
  const rejected = { status: 200, json: { code: 403, message: "File not accessible" } };
  for (const path of ["../scripts/a.js", "/etc/passwd", "data/scripts/a.js", "a/../../x"]) {
    assert.deepEqual(
      await client.send("GET", `/configs/detail?path=${encodeURIComponent(path)}`),
      rejected,
      path,
    );
    assert.deepEqual(
      await client.send("POST", "/configs/save", { name: path, content: "x" }),
      rejected,
      path,
    );
  }
  // Files that the old panel keeps for itself.
  await Deno.writeTextFile(`${panel.dataDir}/config/auth.json`, "{}");
  const { data: listed } = await client.call("GET", "/configs/files");
  assert.ok(!listed.some((file: Json) => file.title === "auth.json"));
  for (const path of ["auth.json", "./token.json", "/ql/data/config/crontab.list", "grpc/ca.crt"]) {
    assert.deepEqual(await client.send("GET", `/configs/detail?path=${encodeURIComponent(path)}`), rejected);
    assert.deepEqual(await client.send("POST", "/configs/save", { name: path, content: "x" }), rejected);
  }
  assert.deepEqual(await client.send("GET", "/configs/auth.json"), rejected);
});

Deno.test("compatible api: scripts are created, renamed, run and deleted", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  await client.call("POST", "/scripts", { filename: "run.sh", path: "demo", content: "echo one\n" });
  await client.call("POST", "/scripts", { path: "demo", directory: "sub/deep" });
  await client.call("PUT", "/scripts", { filename: "/ql/data/scripts/demo/run.sh", content: "echo two\n" });
  await client.call("PUT", "/scripts/rename", { filename: "run.sh", path: "demo", newFilename: "go.sh" });
  assert.equal((await client.call("GET", "/scripts/detail?file=go.sh&path=demo")).data, "echo two\n");
  assert.equal((await client.call("GET", "/scripts/go.sh?path=demo")).data, "echo two\n");
  assert.equal((await client.call("GET", "/scripts/detail?file=run.sh&path=demo")).data, "");
  const { data: tree } = await client.call("GET", "/scripts");
  const demo = tree.find((node: Json) => node.key === "demo");
  assert.deepEqual([
    demo.type,
    demo.parent,
    demo.children.map((node: Json) => [node.key, node.type, node.size]),
  ], [
    "directory",
    "",
    [["demo/sub", "directory", undefined], ["demo/go.sh", "file", 9]],
  ]);
  assert.equal((await client.call("GET", "/scripts?path=demo")).data.length, 2);

  const { data: runId } = await client.call("PUT", "/scripts/run", { filename: "go.sh", path: "demo" });
  await until(
    "the end of the run",
    async () => (await panel.request("GET", `/runs/${runId}`, { headers })).state === "succeeded",
  );
  assert.match(await panel.request("GET", `/runs/${runId}/log`, { headers }), /two/);
  const body = { filename: "go.sh", path: "demo", content: "sleep 60\n" };
  const { data: long } = await client.call("PUT", "/scripts/run", body);
  await client.call("PUT", "/scripts/stop", { filename: "go.sh", path: "demo", pid: long });
  await until(
    "the stop",
    async () => (await panel.request("GET", `/runs/${long}`, { headers })).state === "stopped",
  );

  const raw = new FormData();
  raw.set("filename", "up.js");
  raw.set("path", "demo");
  raw.set("originFilename", "go.sh");
  raw.set("file", new File(["let a;"], "other.js"));
  const uploaded = await panel.send("POST", "/open/scripts", { raw, headers });
  assert.deepEqual([uploaded.status, await uploaded.json()], [200, { code: 200 }]);
  const names = (await client.call("GET", "/scripts?path=demo")).data.map((node: Json) => node.title);
  assert.deepEqual(names, ["sub", "up.js"]);
  const download = await panel.send("POST", "/open/scripts/download", {
    headers,
    body: { filename: "up.js", path: "demo" },
  });
  assert.equal(await download.text(), "let a;");
  await client.call("DELETE", "/scripts", { filename: "demo", path: "", type: "directory" });
  const left = (await client.call("GET", "/scripts")).data.map((node: Json) => node.title);
  assert.deepEqual(left.sort(), ["deps", "notify.py", "sendNotify.js"]);
  const outside = await client.send("DELETE", "/scripts", { filename: "..", path: "" });
  assert.deepEqual(outside.json, { code: 403, message: "Access denied" });
  for (const path of ["../config", "/etc"]) {
    const sent = { filename: "x.js", path, content: "x" };
    const filename = path.startsWith("/") ? "/etc/x.js" : "x.js";
    const rejected = { status: 200, json: { code: 403, message: "Access denied" } };
    assert.deepEqual(await client.send("POST", "/scripts", { ...sent, filename }), rejected);
    const query = `file=${encodeURIComponent(filename)}&path=${encodeURIComponent(path)}`;
    assert.equal((await client.call("GET", `/scripts/detail?${query}`)).data, "");
  }
  const nameless = await client.send("POST", "/scripts", { content: "x" });
  assert.deepEqual([nameless.status, nameless.json.validation.body], [400, {
    source: "body",
    keys: ["filename"],
    message: '"filename" is required',
  }]);
});

Deno.test("compatible api: logs are listed, read and deleted", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  const { data: task } = await client.call("POST", "/crons", {
    ...{ name: "colors", command: "printf '\\033[31mred\\033[0m'", schedule: "@once", log_name: "colors" },
  });
  await client.call("PUT", "/crons/run", [task.id]);
  await until(
    "the end",
    async () => (await client.call("GET", `/crons/${task.id}`)).data.last_running_time > 0,
  );
  const { data: tree } = await client.call("GET", "/logs");
  const folder = tree.find((node: Json) => node.key === "colors");
  const [file] = folder.children;
  assert.deepEqual([file.parent, file.type], ["colors", "file"]);
  const query = `file=${file.title}&path=colors`;
  const text = await client.call("GET", `/logs/detail?${query}`);
  assert.match(text.data, /\nred/);
  assert.equal(text.logStatus, undefined);
  assert.equal((await client.call("GET", `/logs/${file.title}?path=colors`)).data, text.data);
  assert.equal((await client.call("GET", "/logs/detail?file=none.log&path=colors")).data, "");
  const download = await panel.send("POST", "/open/logs/download", {
    headers,
    body: { filename: file.title, path: "colors" },
  });
  assert.match(await download.text(), /\[31mred/);
  await client.call("DELETE", "/logs", { filename: file.title, path: "colors", type: "file" });
  assert.equal((await client.call("GET", `/crons/${task.id}/log`)).logStatus, "notFound");
  assert.deepEqual(
    (await client.send("GET", "/logs/detail?file=..%2F..%2Fkey&path=")).json,
    { code: 403, message: "Access denied" },
  );
});

Deno.test("compatible api: dependencies have numbers for types and states", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  const now = Date.now();
  const row = { remarks: "", act: "install", created_at: now, updated_at: now, version: 1 } as const;
  await panel.db.insertInto("dependency").values([
    { ...row, type: "node", name: "axios@1.7.0", state: "installed" },
    { ...row, type: "python", name: "requests", state: "install_failed" },
  ]).execute();
  const list = async (query: string) =>
    (await client.call("GET", `/dependencies?${query}`)).data.map((one: Json) =>
      `${one.name} ${one.type} ${one.status}`
    );
  assert.deepEqual(await list("type=nodejs"), ["axios@1.7.0 0 1"]);
  assert.deepEqual(await list("type=python3&status=2,5"), ["requests 1 2"]);
  assert.deepEqual(await list("status=0"), []);
  assert.deepEqual(await list("searchValue=req"), ["requests 1 2"]);
  const { data: [first] } = await client.call("GET", "/dependencies?type=nodejs");
  assert.deepEqual((await client.call("GET", `/dependencies/${first.id}`)).data.log, []);
  const wrong = await client.send("POST", "/dependencies", [{ name: "x", type: 9 }]);
  assert.deepEqual(wrong.json, { code: 400, message: "Invalid parameter" });
  assert.equal((await client.send("GET", "/dependencies/99")).json.message, 'Dependency {"id":99} not found');
  await client.call("DELETE", "/dependencies/force", [first.id]);
});

Deno.test("compatible api: the version and the remarks of a dependency change, but not the package", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  // Nothing is downloaded.
  const body = { dependencies: { nodeMirror: "http://127.0.0.1:9/" } };
  await panel.request("PATCH", "/settings", { headers: await panel.logIn(), body });
  const now = Date.now();
  const { id } = await panel.db.insertInto("dependency").values({
    ...{ type: "node", name: "axios@1.7.0", state: "installed", remarks: "bot", act: "install" },
    ...{ created_at: now, updated_at: now, version: 1 },
  }).returning("id").executeTakeFirstOrThrow();
  const put = (change: object) => client.send("PUT", "/dependencies", { id, type: 0, ...change });
  const other = await put({ name: "express" });
  assert.deepEqual([other.status, other.json.validation.body.keys], [400, ["name"]]);
  assert.deepEqual((await put({ name: "axios@1.7.0", type: 1 })).json, {
    code: 400,
    message: "Invalid parameter",
  });
  const renamed = await put({ name: " axios@1.8.0 " });
  assert.deepEqual([renamed.json.data.name, renamed.json.data.remark], ["axios@1.8.0", "bot"]);
  assert.ok([0, 2, 6].includes(renamed.json.data.status), `status ${renamed.json.data.status}`);
  const settle = async () => {
    await client.call("PUT", "/dependencies/cancel", [id]).catch(() => {});
    await until(
      "the end",
      async () => ![0, 6].includes((await client.call("GET", `/dependencies/${id}`)).data.status),
    );
  };
  await settle();
  const again = await put({ name: "axios@1.8.0", remark: null });
  assert.equal(again.json.data.remark, "");
  assert.ok([0, 2, 6].includes(again.json.data.status), `status ${again.json.data.status}`);
  await settle();
});

Deno.test("compatible api: a subscription that is read and sent back stays as it is", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  const { data: made } = await client.call("POST", "/subscriptions", {
    ...{
      type: "public-repo",
      url: "https://git.example.com/o/r.git",
      alias: "o_r",
      schedule_type: "interval",
    },
    ...{
      interval_schedule: { type: "hours", value: 6 },
      whitelist: "a|b",
      autoAddCron: true,
      autoDelCron: 0,
    },
  });
  assert.deepEqual(
    [
      made.name,
      made.type,
      made.schedule,
      made.interval_schedule,
      made.autoAddCron,
      made.autoDelCron,
      made.status,
    ],
    ["o_r", "public-repo", null, { type: "hours", value: 6 }, 1, 0, 1],
  );
  const secret = {
    ...{ name: "private", type: "private_repository", url: "https://git.example.com/o/p.git", alias: "o_p" },
    ...{
      schedule: { kind: "cron", rules: ["1 2 * * *", "3 4 * * *"] },
      pullMethod: "password",
      username: "me",
    },
    password: "top secret",
  };
  const { id } = await panel.request("POST", "/subscriptions", { headers, body: secret });
  const before = await panel.request("GET", `/subscriptions/${id}`, { headers });
  const { data: shown } = await client.call("GET", `/subscriptions/${id}`);
  assert.deepEqual(shown.pull_option, { username: "me", password: "***" });
  const { pid: _, log_path: _1, createdAt: _2, updatedAt: _3, is_disabled: _4, ...body } = shown;
  await client.call("PUT", "/subscriptions", body);
  assert.deepEqual(await panel.request("GET", `/subscriptions/${id}`, { headers }), before);
  const { data: changed } = await client.call("PUT", "/subscriptions", {
    ...body,
    whitelist: "x",
    schedule: "5 5 * * *",
  });
  assert.deepEqual([changed.whitelist, changed.schedule], ["x", "5 5 * * *"]);
  await client.call("PUT", "/subscriptions/disable", [id]);
  const { data: list } = await client.call("GET", "/subscriptions");
  assert.deepEqual(list.map((one: Json) => [one.alias, one.is_disabled]), [["o_r", 0], ["o_p", 1]]);
  assert.equal((await client.call("GET", `/subscriptions?searchValue=git&ids=[${id}]`)).data.length, 1);
  assert.equal((await client.call("GET", `/subscriptions/${id}/log`)).data, "Log does not exist...");
  assert.deepEqual((await client.call("GET", `/subscriptions/${id}/logs`)).data, []);
  const wrong = await client.send("PUT", "/subscriptions", { ...body, schedule: "99 * * * *" });
  assert.deepEqual(wrong, { status: 200, json: { code: 400, message: "param schedule error" } });
  await client.call("DELETE", "/subscriptions?force=true", [id, made.id]);
  assert.deepEqual((await client.call("GET", "/subscriptions")).data, []);
});

Deno.test("compatible api: settings, messages and the log of the panel", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  assert.match((await client.call("GET", "/system")).data.version, /^2\.\d+\.\d+$/);
  await client.call("PUT", "/system/config/cron-concurrency", { cronConcurrency: 7 });
  await client.call("PUT", "/system/config/log-remove-frequency", { logRemoveFrequency: "9" });
  await client.call("PUT", "/system/config/timezone", { timezone: "America/New York" });
  await client.call("PUT", "/system/config/panel-title", { panelTitle: " Mine " });
  await client.call("PUT", "/system/config/panel-title", { panelTitle: "" });
  await client.call("PUT", "/system/config/lang", { lang: "zh" });
  const { data: { info } } = await client.call("GET", "/system/config");
  assert.deepEqual(
    [info.cronConcurrency, info.logRemoveFrequency, info.timezone, info.panelTitle, info.lang],
    [7, 9, "America/New_York", "Mine", "zh"],
  );
  assert.equal((await new CompatibleClient(panel).send("GET", "/crons")).json.message, "请先登录");
  const wrong = await client.send("PUT", "/system/config/timezone", { timezone: "Mars/Base" });
  assert.deepEqual([wrong.status, wrong.json.validation.body.keys], [400, ["timezone"]]);
  const sent = await client.send("PUT", "/system/notify", { title: "T", content: "C" });
  assert.deepEqual([sent.status, sent.json.code], [200, 400]);
  const log = await panel.send("GET", "/open/system/log?startTime=2020-01-01", { headers });
  assert.equal(log.status, 200);
  await log.body?.cancel();
  for (const path of ["/system/data/export", "/system/auth/reset", "/update/reload"]) {
    assert.equal((await client.send("PUT", path, {})).status, 404, path);
  }
});

Deno.test("compatible api: the dashboard counts runs", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  const add = async (name: string, command: string, labels: string[]) =>
    (await client.call("POST", "/crons", { name, command, schedule: "@once", labels })).data.id;
  const tasks = [
    await add("good", "true", ["a"]),
    await add("bad", "exit 3", ["a", "b"]),
    await add("off", "true", []),
  ];
  await client.call("PUT", "/crons/disable", [tasks[2]]);
  await client.call("PUT", "/crons/run", tasks.slice(0, 2));
  await until(
    "both runs",
    async () => (await client.call("GET", "/dashboard/overview")).data.todayRuns === 2,
  );
  const { avgTime: _, ...overview } = (await client.call("GET", "/dashboard/overview")).data;
  assert.deepEqual(overview, {
    ...{
      total: 3,
      enabled: 2,
      disabled: 1,
      todayRuns: 2,
      todaySuccess: 1,
      todayFail: 1,
      successRate: "50.0",
    },
  });
  const { data: days } = await client.call("GET", "/dashboard/trend?days=3");
  assert.equal(days.length, 3);
  assert.match(days[2].date, /^\d\d-\d\d$/);
  assert.deepEqual([days[2].total, days[2].success, days[2].fail], [2, 1, 1]);
  const { data: top } = await client.call("GET", "/dashboard/top-count");
  assert.deepEqual(top.map((one: Json) => [one.rank, one.runCount]), [[1, 1], [2, 1]]);
  assert.equal((await client.call("GET", "/dashboard/top-time")).data.length, 2);
  const { data: labels } = await client.call("GET", "/dashboard/labels");
  assert.deepEqual(labels.map((one: Json) => [one.label, one.count, one.todayRuns, one.successRate]), [
    ["a", 2, 2, "50.0"],
    ["b", 1, 1, "0.0"],
    ["Uncategorized", 1, 0, "0.0"],
  ]);
  const { data: runtime } = await client.call("GET", "/dashboard/runtime");
  assert.deepEqual([runtime.runningCount, runtime.queuedCount, runtime.idleTasks], [0, 0, []]);
  assert.ok((await client.call("GET", "/dashboard/system")).data.memTotal > 0);
  await client.call("POST", "/dashboard/record", { ref_id: 1, code: 0, elapsed: 1 });
});

Deno.test("compatible api: views keep conditions that have no old name", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  const filters = [
    { property: "status", operation: "In", value: [0, 3] },
    { property: "labels", operation: "Reg", value: "home" },
  ];
  const sorts = [{ property: "name", type: "DESC" }];
  const { data: made } = await client.call("POST", "/crons/views", {
    name: "mine",
    filters,
    sorts,
    filterRelation: "or",
  });
  assert.deepEqual([made.filters, made.sorts, made.filterRelation, made.type], [filters, sorts, "or", 2]);
  const conditions = [
    { property: "lastOutcome", operator: "isOneOf", values: ["failed"] },
    { property: "name", operator: "contains", values: ["a"] },
  ];
  const { id } = await panel.request("POST", "/views", { headers, body: { name: "own", conditions } });
  const { data: views } = await client.call("GET", "/crons/views");
  assert.deepEqual(views.map((view: Json) => [view.id, view.type]), [[0, 1], [made.id, 2], [id, 2]]);
  await client.call("PUT", "/crons/views", {
    id,
    name: "renamed",
    filters: views[2].filters,
    filterRelation: "and",
  });
  const stored = await panel.request("GET", `/views/${id}`, { headers });
  assert.deepEqual([stored.name, stored.conditions], ["renamed", conditions]);
  await client.call("PUT", "/crons/views/move", { fromIndex: 2, toIndex: 1, id });
  await client.call("PUT", "/crons/views/disable", [made.id]);
  const { data: after } = await client.call("GET", "/crons/views");
  assert.deepEqual(after.map((view: Json) => [view.id, view.isDisabled]), [[0, 0], [id, 0], [made.id, 1]]);
  await client.call("DELETE", "/crons/views", [id]);
  assert.equal(
    (await client.send("PUT", "/crons/views", { id, name: "x" })).json.message,
    `CronView {"id":${id}} not found`,
  );
});

Deno.test("compatible api: modules that the panel has no addresses of its own for lie below /api too", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  for (const path of ["/crons", "/envs", "/configs/files", "/dashboard/overview"]) {
    assert.equal((await panel.request("GET", path, { headers })).code, 200, path);
  }
  assert.deepEqual(Object.keys(await panel.request("GET", "/subscriptions", { headers })), [
    "items",
    "total",
    "page",
    "pageSize",
  ]);
  assert.equal((await panel.send("GET", "/crons/import", { headers })).status, 404);
});

Deno.test("compatible api: subscriptions of one name differ by address or schedule", async () => {
  await using panel = await TestPanel.open();
  const client = await CompatibleClient.logIn(panel);
  const one = {
    ...{ name: "same", type: "public-repo", url: "https://git.example.org/demo/a.git", alias: "demo_a" },
    ...{ schedule_type: "crontab", schedule: "0 0 1 1 *" },
  };
  const add = (more: object) => client.call("POST", "/subscriptions", { ...one, ...more });
  assert.equal((await add({})).data.name, "same");
  const { data: second } = await add({ url: "https://git.example.org/demo/b.git", alias: "demo_b" });
  assert.equal(second.name, "same (2)");
  assert.equal((await add({ schedule: "0 0 2 1 *", alias: "demo_c" })).data.name, "same (3)");
  const renamed = await client.call("PUT", "/subscriptions", {
    ...{ ...one, id: second.id, url: second.url, alias: second.alias, name: "same (3)" },
  });
  assert.equal(renamed.data.name, "same (3) (2)");
  for (const more of [{ alias: "demo_d" }, { name: "other", url: "https://git.example.org/x/y.git" }]) {
    const { status, json } = await client.send("POST", "/subscriptions", { ...one, ...more });
    assert.deepEqual([status, json.errors?.[0]?.type], [500, "unique violation"], JSON.stringify(more));
  }
});
