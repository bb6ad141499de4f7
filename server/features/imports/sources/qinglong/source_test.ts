import assert from "node:assert/strict";
import { debianName } from "./debian_names.ts";
import { join } from "node:path";
import { realDisk } from "../../../../platform/disk.ts";
import { type QinglongData, writeQinglongData } from "../../../../../tests/support/qinglong_data.ts";
import type { ImportContent, ItemNote } from "../../import_content.ts";
import { stageFolder } from "../../staging.ts";
import { qinglongSource } from "./source.ts";
import { temporaryFolder } from "../../../../../tests/support/temporary_folder.ts";

async function read(data: QinglongData): Promise<ImportContent> {
  await using root = await temporaryFolder();
  const from = await writeQinglongData(join(root.path, "from"), data);
  const files = await stageFolder(from, { into: join(root.path, "into"), name: "from", disk: realDisk });
  assert.equal(await qinglongSource.detect(files), true);
  return await qinglongSource.read(files);
}

const key = "-----BEGIN OPENSSH PRIVATE KEY-----\nx\n-----END OPENSSH PRIVATE KEY-----\n";

Deno.test("qinglong source: takes the keys of subscriptions from the row, the folder or the settings", async () => {
  const repository = {
    type: "private-repo",
    schedule_type: "crontab",
    schedule: "0 1 * * *",
    pull_type: "ssh-key",
  };
  const { subscriptions } = await read({
    subscriptions: [
      {
        ...repository,
        name: "row",
        url: "git@a.example:o/r.git",
        pull_option: JSON.stringify({ private_key: key }),
      },
      { ...repository, name: "folder", url: "git@a.example:o/s.git", alias: "o_s", proxy: "127.0.0.1:1080" },
      { ...repository, name: "settings", url: "git@a.example:o/t.git", alias: "o_t" },
      { ...repository, name: "login", url: "https://u:p%40w@a.example/o/u.git", pull_type: "user-pwd" },
    ],
    settings: [{ type: "systemConfig", info: JSON.stringify({ globalSshKey: key.replace("x", "shared") }) }],
    files: { "ssh.d/o_s": key.replace("x", "folder"), "ssh.d/o_s.config": "Host a" },
  });
  const inputs = new Map(subscriptions.map(({ name, input }) => [name, input]));
  assert.equal(inputs.get("row")?.privateKey, key);
  assert.match(inputs.get("folder")?.privateKey ?? "", /folder/);
  assert.equal(inputs.get("folder")?.proxy, "socks5://127.0.0.1:1080");
  assert.match(inputs.get("settings")?.privateKey ?? "", /shared/);
  const { url, username, password, pullMethod } = inputs.get("login") ?? {};
  assert.deepEqual([url, username, password, pullMethod], [
    "https://a.example/o/u.git",
    "u",
    "p@w",
    "password",
  ]);
});

Deno.test("qinglong source: the files of `ql raw` tasks move to their subscription", async () => {
  const { tasks, subscriptions, scripts } = await read({
    tasks: [
      { name: "run", command: "task /ql/data/scripts/raw_d_x.y.js now", schedule: "1 1 * * *" },
      {
        name: "update",
        command: 'ql raw "https://a.example/d/x.y.js"',
        schedule: "2 2 * * *",
        isDisabled: 1,
      },
    ],
    files: { "scripts/raw_d_x.y.js": "1" },
  });
  assert.deepEqual(subscriptions.map(({ input }) => [input.type, input.alias, input.enabled]), [
    ["file", "d_x.y", false],
  ]);
  assert.deepEqual(tasks.map(({ input }) => input.command), ["task d_x.y/x.y.js now"]);
  assert.deepEqual(scripts.map(({ path }) => path), ["d_x.y/x.y.js"]);
});

Deno.test("qinglong source: never reads the account, and only decodes names that are encoded", async () => {
  const content = await read({
    tasks: ["100%25", "%E6%B5%8B%E8%AF%95", "a %E6%B5%8B", "%zz"].map((name, index) => ({
      name,
      command: `task ${index}.js`,
      schedule: "1 1 * * *",
    })),
    settings: [{
      type: "authConfig",
      info: '{"username":"admin","password":"plain-password","token":"t0ken"}',
    }],
    cache: { authInfo: { username: "admin", password: "plain-password" } },
    files: {
      "config/auth.json": '{"password":"plain-password"}',
      "config/env.sh": "export A=1",
      "config/own.ini": "a",
    },
  });
  assert.deepEqual(content.tasks.map(({ name }) => name), ["100%25", "测试", "a %E6%B5%8B", "%zz"]);
  assert.deepEqual(content.config.map(({ path }) => path), ["own.ini"]);
  assert.doesNotMatch(JSON.stringify(content), /plain-password|t0ken/);
});

Deno.test("qinglong source: rules with two day fields are due on either day, as they are there", async () => {
  const row = { command: "echo a", schedule: "0 8 */2 * 1" };
  const { tasks, subscriptions } = await read({
    tasks: [{ ...row, name: "one", extra_schedules: '[{"schedule":"0 0 9 1-7 * */2"}]' }],
    subscriptions: [{ name: "pull", url: "https://a.example/o/r.git", schedule: "5 8 */3 * 5", status: 1 }],
  });
  assert.deepEqual(tasks[0]?.input.schedules, ["0 8 1-31/2 * 1", "0 0 9 1-7 * 0-6/2"]);
  assert.deepEqual(subscriptions[0]?.input.schedule, { kind: "cron", rules: ["5 8 1-31/3 * 5"] });
});

Deno.test("qinglong source: rules of this panel stay, and @once without a time is a task without rules", async () => {
  const row = { name: "one", command: "echo a" };
  const { tasks } = await read({
    tasks: [
      {
        ...{ ...row, schedule: "@once 2099-12-24 03:00" },
        extra_schedules: '[{"schedule":"@workday last 18:00"},{"schedule":"0 9 L-3 * *"}]',
      },
      { ...row, schedule: "@once" },
      { ...row, schedule: "@once some text" },
    ],
  });
  assert.deepEqual(tasks.map(({ input }) => input.schedules), [
    ["@once 2099-12-24 03:00", "@workday last 18:00", "0 9 L-3 * *"],
    "manual",
    "manual",
  ]);
});

Deno.test("qinglong source: notes what it cannot read of a row, and takes files of any name", async () => {
  const row = { command: "echo a", schedule: "1 1 * * *" };
  const { tasks, views, dependencies, scripts, refused } = await read({
    tasks: [
      { ...row, name: "extra", extra_schedules: "{not json", labels: '[""]' },
      { ...row, name: "labels", labels: "home" },
      { ...row, name: "lost", sub_id: 9 },
      { ...row, name: "none", sub_id: 0, extra_schedules: "", labels: null },
    ],
    views: [
      { name: "broken", filters: "{oops", type: 2 },
      { name: "lost", filters: '[{"property":"sub_id","operation":"In","value":[9]}]', type: 2 },
      { name: "some", filters: '[{"property":"status","operation":"In","value":[0,7]}]', type: 2 },
      { name: "whole", filters: '[{"property":"name","operation":"Reg","value":"x"}]', sorts: null, type: 2 },
    ],
    dependencies: [{ name: "%40scope%2Fx", type: 0, status: 1 }],
    files: { "scripts/a\nb.js": "x", "scripts/c.js": "x" },
  });
  const noted = (items: { name: string; notes?: readonly ItemNote[] }[]) =>
    items.map(({ name, notes }) => [name, notes?.map(({ note, params }) => params?.["field"] ?? note)]);
  assert.deepEqual(noted(tasks), [
    ["extra", ["extra_schedules"]],
    ["labels", ["labels"]],
    ["lost", ["subscription_missing"]],
    ["none", []],
  ]);
  assert.deepEqual(noted(views), [
    ["broken", ["filters"]],
    ["lost", ["filters"]],
    ["some", ["filters"]],
    ["whole", []],
  ]);
  assert.deepEqual(dependencies.map(({ name }) => name), ["@scope/x"]);
  assert.deepEqual(scripts.map(({ path }) => path), ["a\nb.js", "c.js"]);
  assert.deepEqual(refused, []);
});

Deno.test("qinglong source: a field that it does not know is listed once for each kind", async () => {
  const row = { command: "echo a", schedule: "1 1 * * *" };
  const content = await read({
    added: ["mood", 'odd "name"'],
    tasks: [
      { ...row, name: "none", mood: "" },
      { ...row, name: "default", mood: 0 },
      { ...row, name: "first", mood: "calm", timestamp: "t", saved: 1, isSystem: 1, pid: 7, log_path: "a/b" },
      { ...row, name: "second", mood: "cheerful", last_running_time: 5, last_execution_time: 6 },
    ],
    views: [{ name: "view", type: 2, filters: "[]", mood: 1 }],
    subscriptions: [{ name: "pull", url: "https://a.example/o/r.git", schedule: "1 1 * * *", mood: "{}" }, {
      ...{ name: "other", url: "https://a.example/o/s.git", schedule: "1 1 * * *", status: 1, pid: 8 },
      mood: '{"a":1}',
    }],
    variables: [{ name: "A", value: "1", timestamp: "t", mood: "token-of-mine" }],
    dependencies: [{ name: "axios", type: 0, status: 1, log: "[1]", mood: "x" }],
    applications: [{
      name: "app",
      client_id: "a",
      client_secret: "b",
      scopes: '["envs"]',
      tokens: "[1]",
      mood: 2,
    }],
    settings: [{ type: "notification", ip: "::1", info: '{"type":"closed"}', mood: "[]", 'odd "name"': "x" }],
  });
  const rejected = content.refused.map(({ kind, name, reason, params }) =>
    [kind, name, reason, params?.["count"], params?.["example"]].join(" ")
  );
  assert.deepEqual(rejected, [
    "tasks mood unknown_field 2 first",
    "views mood unknown_field 1 view",
    "subscriptions mood unknown_field 1 other",
    "variables mood unknown_field 1 A",
    "dependencies mood unknown_field 1 axios",
    "applications mood unknown_field 1 app",
    'channels odd "name" unknown_field 1 notification',
  ]);
  assert.deepEqual(content.tasks.length, 4);
  assert.doesNotMatch(JSON.stringify(content), /token-of-mine/);
});

Deno.test("qinglong source: settings of an unknown type count as settings of the panel", async () => {
  const leftOut = async (type: string) => (await read({ settings: [{ type, info: "{}" }] })).leftOut;
  assert.deepEqual(await leftOut("madeUp"), ["panel_settings"]);
  assert.deepEqual(await leftOut("loginLog"), ["login_log"]);
});

Deno.test("qinglong source: a state of disabled counts where the version had no flag for it", async () => {
  const row = { command: "echo a", schedule: "1 1 * * *", status: 2 };
  const enabledOf = (content: ImportContent) => content.tasks.map(({ input }) => input.enabled);
  assert.deepEqual(enabledOf(await read({ tasks: [row], without: ["isDisabled"] })), [false]);
  assert.deepEqual(enabledOf(await read({ tasks: [{ ...row, isDisabled: 0 }] })), [true]);
});

Deno.test("qinglong source: views are sorted by the fields that have other names there", async () => {
  const sorts = JSON.stringify([
    { property: "name", type: "ASC" },
    { property: "last_execution_time", type: "DESC" },
    { property: "unknown", type: "ASC" },
  ]);
  const { views: [view] } = await read({ views: [{ name: "sorted", filters: "[]", sorts, type: 2 }] });
  assert.deepEqual(view?.input.sort, [
    { field: "lastRunAt", descending: true },
    { field: "name", descending: false },
  ]);
  assert.deepEqual(view?.notes?.map(({ params }) => params?.["field"]), ["sorts"]);
});

Deno.test("qinglong source: notes scripts and hooks that name folders of the other panel", async () => {
  const { scripts, config } = await read({
    files: {
      "scripts/a.js": 'require("/ql/data/scripts/sendNotify.js");\n',
      "scripts/b.py": "open('/ql/config/auth.json')\n",
      "scripts/c.js": '// https://example.com/ql/data/scripts/x\nrun("/opt/ql/scripts/y", "/ql/scripts2");\n',
      "scripts/d.txt": "/ql/data/scripts/x",
      "scripts/e.sh": "cd /ql/data/scripts\n",
      "config/task_before.sh": ". /ql/data/config/env.sh\n",
      "config/extra.sh": "echo\n",
    },
  });
  const noted = [...scripts, ...config].filter(({ notes }) =>
    notes?.some(({ note }) => note === "old_paths")
  );
  assert.deepEqual(noted.map(({ path }) => path).sort(), ["a.js", "b.py", "e.sh", "task_before.sh"]);
  const reading = scripts.filter(({ notes }) => notes?.some(({ note }) => note === "reads_account"));
  assert.deepEqual(reading.map(({ path }) => path), ["b.py"]);
});

Deno.test("qinglong source: names the package of Debian for one of Alpine", () => {
  const names = { "build-base": "build-essential", "py3-lxml": "python3-lxml", "zlib-dev=1.2": "zlib1g-dev" };
  for (const [alpine, debian] of Object.entries(names)) assert.equal(debianName(alpine), debian);
  for (const same of ["gcc", "libffi-dev", "ffmpeg", "toString"]) assert.equal(debianName(same), null);
});
