// The commands that talk to a panel, each in a process of its own against a real panel.
import { ensurePanel, panelProgram } from "../../tools/panel.ts";
import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { account, PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { shippedProgram } from "../support/shipped_program.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { runProgram, runSundial } from "../support/run_program.ts";

async function withPanel(
  test: (
    call: typeof runSundial,
    panel: PanelProcess,
    dataDir: string,
  ) => Promise<void>,
): Promise<void> {
  await using dataDir = await panelFolder();
  await using panel = await PanelProcess.start({ dataDir: dataDir.path, setUp: true });
  await panel.logIn();
  const env = { SUNDIAL_DATA_DIR: dataDir.path };
  await test(
    (args, options = {}) => runSundial(args, { ...options, env: { ...env, ...options.env } }),
    ...[panel, dataDir.path] as const,
  );
}

async function addTask(panel: PanelProcess, name: string, command: string): Promise<number> {
  return (await panel.request("POST", "/tasks", { name, command, schedules: "manual" })).id;
}

Deno.test("command line: tasks are listed, shown, run, followed, disabled and explained", () =>
  withPanel(async (sundial, panel, dataDir) => {
    const id = await addTask(panel, "Greet", 'echo "hello $1 $GREETING"; exit 7');
    await addTask(panel, "每日签到", "true");
    const list = await sundial(["task", "list"]);
    assert.match(list.out, /^ID {2}NAME {6}STATUS {2}SCHEDULE {2}LAST RUN {2}NEXT RUN\n/);
    assert.match(list.out, /每日签到 {2}idle {4}manual {4}- {9}-/);
    assert.equal(JSON.parse((await sundial(["task", "list", "--json"])).out).total, 2);
    const chinese = await sundial(["task", "show", "签到"], { env: { LANG: "zh_CN.UTF-8" } });
    assert.match(chinese.out, /^ID.*\n名称 +每日签到\n状态 +空闲\n命令 +true\n定时规则 +手动\n/);

    const run = await sundial(["task", "run", "greet", "--wait", "-e", "GREETING=there", "--", "you"]);
    assert.deepEqual([run.code, run.out], [7, ""]);
    assert.match(run.err, /^Greet \(run \d+\): failed \(7\), \d+ ms\n$/);
    const logs = await sundial(["task", "logs", String(id)]);
    assert.match(logs.out, /^hello you there$/m);
    const followed = await sundial(["task", "run", "每日签到", "--follow"]);
    assert.deepEqual([followed.code, /succeeded/.test(followed.err)], [0, true]);

    const gate = join(dataDir, "gate");
    await addTask(panel, "Slow", `echo begun; until [ -e ${gate} ]; do sleep 0.05; done; echo over`);
    assert.match((await sundial(["task", "run", "Slow"])).out, /^Started Slow \(run \d+\)\n$/);
    const following = sundial(["task", "logs", "-f", "Slow"]);
    await until(
      "the run",
      async () => /running/.test((await sundial(["run", "list", "--state", "running"])).out),
    );
    writeFileSync(gate, "");
    assert.match((await following).out, /^begun\nover$/m);

    assert.match(
      (await sundial(["task", "disable", "Greet", "Slow"])).out,
      /^Disabled Greet\nDisabled Slow\n$/,
    );
    assert.match((await sundial(["task", "why", "Greet"])).out, /^The task has/);
    assert.equal((await sundial(["task", "enable", "Greet"])).code, 0);
    const runs = JSON.parse(
      (await sundial(["run", "list", "--json", "--limit", "2", "--task", "Greet"])).out,
    );
    assert.deepEqual(runs.items.map(({ exitCode }: { exitCode: number }) => exitCode), [7]);
    const { items } = await panel.request("GET", "/audit-log?act=tasks.run&pageSize=1");
    assert.deepEqual(items[0].actor, { kind: "operator", id: null, name: null });
  }));

Deno.test("command line: approves and rejects runs", () =>
  withPanel(async (sundial, panel) => {
    const id = await addTask(panel, "Upload", "true");
    await panel.request("PATCH", `/tasks/${id}`, { requiresApproval: true });
    assert.match((await sundial(["task", "show", "Upload"])).out, /^Needs approval within +24 h 0 min$/m);
    const start = async () => {
      const { out } = await sundial(["task", "run", "Upload"]);
      return /run (\d+)/.exec(out)![1]!;
    };
    const first = await start();
    const list = await sundial(["run", "list", "--state", "waiting_for_approval"]);
    assert.match(list.out, /Upload +waiting for approval/);
    const approved = await sundial(["run", "approve", first, "--remark", "checked"]);
    assert.deepEqual([approved.code, approved.out], [0, `Approved run ${first} of Upload\n`]);
    const again = await sundial(["run", "reject", first]);
    assert.deepEqual([again.code, again.out], [1, ""]);
    assert.match(again.err, /does not wait for approval/);
    await until("the run", async () => (await panel.request("GET", `/runs/${first}`)).state === "succeeded");
    const second = await start();
    const rejected = await sundial(["run", "reject", second, "--json"], { env: { LANG: "zh_CN.UTF-8" } });
    const { state, approval } = JSON.parse(rejected.out);
    assert.deepEqual([state, approval.decision, approval.remark], ["skipped", "rejected", null]);
    // The command line knows no account.
    assert.deepEqual([approval.deciderKind, approval.decidedBy], ["operator", null]);
    const third = await start();
    await panel.request("POST", `/runs/${third}/approve`, {});
    const listed = (await sundial(["run", "list"])).out.split("\n");
    assert.match(listed[1]!, /approved by mira$/);
    assert.match(listed[2]!, /rejected on the command line$/);
    assert.match(listed[3]!, /approved on the command line$/);
    const zh = await sundial(["run", "list"], { env: { LANG: "zh_CN.UTF-8" } });
    assert.match(zh.out, /通过命令行拒绝/);
    const wrong = await sundial(["run", "approve", "Upload"]);
    assert.deepEqual([wrong.code, /Not the ID of a run: Upload/.test(wrong.err)], [2, true]);
  }));

Deno.test("command line: the webhook of a task is made, changed, listed, sent again and removed", () =>
  withPanel(async (sundial, panel) => {
    const id = await addTask(panel, "Deploy", 'cat "$SUNDIAL_TRIGGER_FILE"');
    await panel.request("PATCH", `/tasks/${id}`, { parameters: [{ name: "ref", type: "text" }] });
    assert.equal((await sundial(["task", "webhook", "Deploy"])).code, 1);
    const made = await sundial(["task", "webhook", "Deploy", "--signature", "header", "--map", "ref=/ref"]);
    const [, path, secret] =
      /^Address +http:\/\/127\.0\.0\.1:\d+(\/hook\/\w+)\nSignature +header\nParameters +ref=\/ref\nSecret +(whsec_\S+)\n$/
        .exec(made.out) ?? [];
    assert.ok(path && secret, made.out + made.err);
    const send = async (secret: string) => {
      const headers = { "x-sundial-secret": secret };
      const response = await fetch(panel.address + path, { method: "POST", headers, body: '{"ref":"main"}' });
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await send(secret), 202);
    const changed = JSON.parse(
      (await sundial(["task", "webhook", "Deploy", "--map", "ref=/a", "--json"])).out,
    );
    assert.deepEqual([changed.signature, changed.mapping, changed.secret], [
      "header",
      { ref: "/a" },
      undefined,
    ]);
    const renewed = JSON.parse((await sundial(["task", "webhook", "Deploy", "--new-secret", "--json"])).out);
    assert.deepEqual([renewed.path, renewed.mapping], [path, { ref: "/a" }]);
    assert.deepEqual([await send(secret), await send(renewed.secret)], [401, 202]);
    // What is not signed is written later than it comes.
    const listed = await until("all deliveries to be listed", async () => {
      const found = await sundial(["task", "webhook", "Deploy", "--deliveries"]);
      return found.out.includes("signature") && found;
    });
    assert.match(listed.out, /^\d .* accepted {2}- +2$/m);
    assert.match(listed.out, /^\d .* refused {3}signature {2}-$/m);
    assert.match(
      (await sundial(["task", "webhook", "Deploy", "--resend", "1"])).err,
      /^Sent again as run 3\n$/,
    );
    assert.equal((await sundial(["task", "webhook", "Deploy", "--map", "ref"])).code, 2);
    assert.equal((await sundial(["task", "webhook", "Deploy", "--remove"])).err, "Webhook removed\n");
    assert.equal(await send(renewed.secret), 401);
  }));

Deno.test("command line: a name must fit one task, and a task of several that fails decides the exit code", () =>
  withPanel(async (sundial, panel) => {
    const first = await addTask(panel, "Backup photos", "exit 4");
    const second = await addTask(panel, "Backup music", "true");
    const several = await sundial(["task", "stop", "backup"]);
    assert.equal(several.code, 1);
    assert.ok(
      several.err.includes(`${first}  Backup photos`) && several.err.includes(`${second}  Backup music`),
    );
    assert.deepEqual(await sundial(["task", "show", "videos"]), {
      ...{ code: 1, out: "", err: "Nothing has the ID or name “videos”\n" },
    });
    assert.equal((await sundial(["task", "run", "-w", "music", "photos"])).code, 4);
  }));

Deno.test("command line: variables are set, listed without secrets, exported, imported and deleted", () =>
  withPanel(async (sundial, _panel, dataDir) => {
    assert.equal((await sundial(["env", "set", "COOKIE", "a b"])).out, "Created COOKIE\n");
    assert.equal((await sundial(["env", "set", "COOKIE", "c d"])).out, "Changed COOKIE\n");
    const secret = await sundial(["env", "set", "TOKEN", "-", "--secret"], { input: "hidden value\n" });
    assert.equal(secret.out, "Created TOKEN\n");
    for (
      const args of [["list"], ["list", "--json"], ["export"], ["set", "TOKEN", "hidden value", "--json"]]
    ) {
      const { out, err } = await sundial(["env", ...args]);
      assert.ok(!`${out}${err}`.includes("hidden"), args.join(" "));
    }
    assert.match((await sundial(["env", "export", "--secrets"])).out, /^TOKEN='hidden value'$/m);
    const file = join(dataDir, "list.env");
    writeFileSync(file, "ONE=1\n2X=2\n");
    const imported = await sundial(["env", "import", file]);
    assert.deepEqual([imported.code, imported.out], [1, "1 added, 0 replaced, 1 skipped\n"]);
    assert.match(imported.err, /^Entry 2 2X: a name has letters/);
    await sundial(["env", "set", "ONE", "2", "--add"]);
    assert.equal((await sundial(["env", "unset", "ONE"])).code, 1);
    assert.equal((await sundial(["env", "unset", "ONE", "COOKIE", "--all"])).code, 0);
    const left = JSON.parse((await sundial(["env", "list", "--json"])).out);
    assert.deepEqual(left.items.map(({ name }: { name: string }) => name), ["TOKEN"]);
  }));

Deno.test("command line: scripts are uploaded, listed and read; subscriptions and dependencies are listed", () =>
  withPanel(async (sundial, panel, dataDir) => {
    const file = join(dataDir, "upload.bin");
    writeFileSync(file, new Uint8Array([0, 255, 10]));
    assert.equal((await sundial(["script", "put", "-", "tools/a.js"], { input: "one\n" })).code, 0);
    assert.equal((await sundial(["script", "put", "-", "tools/a.js"], { input: "two\n" })).code, 0);
    assert.equal(
      (await sundial(["script", "put", file, "tools/"])).out,
      "Saved tools/upload.bin (3 bytes)\n",
    );
    assert.equal((await sundial(["script", "get", "tools/a.js"])).out, "two\n");
    const copy = join(dataDir, "copy.bin");
    await sundial(["script", "get", "tools/upload.bin", copy]);
    assert.deepEqual([...Deno.readFileSync(copy)], [0, 255, 10]);
    const { items } = JSON.parse((await sundial(["script", "ls", "-R", "--json"])).out);
    const paths = items.map(({ path }: { path: string }) => path);
    // Beside them are the notifiers that the panel provides.
    assert.deepEqual(paths.filter((path: string) => path.startsWith("tools")), [
      "tools",
      "tools/a.js",
      "tools/upload.bin",
    ]);
    const versions = await panel.request("GET", "/files/scripts/versions?path=tools/a.js");
    assert.equal(versions.items[0].savedBy, "sundial");

    const url = "https://127.0.0.1:9/nobody.git";
    const subscription = { name: "Nobody", type: "public_repository", url, schedule: { kind: "manual" } };
    await panel.request("POST", "/subscriptions", subscription);
    assert.match((await sundial(["sub", "list"])).out, /Nobody +idle/);
    const pulled = await sundial(["sub", "run", "nobody", "--wait"]);
    assert.deepEqual([pulled.code, pulled.out], [1, "Pulling Nobody\n"]);
    assert.equal((await sundial(["dep", "list"])).code, 0);
    assert.equal((await sundial(["dep", "add", "perl", "x"])).code, 2);
  }));

Deno.test("command line: accounts are invited, listed, changed and disabled", () =>
  withPanel(async (sundial, panel) => {
    const invited = await sundial(["account", "invite", "operator", "--labels", "shop, stock"]);
    const token = /\/invitation#([\w-]+)$/.exec(invited.out.trim())?.[1];
    const body = { token, username: "jon", password: "a kettle on the stove" };
    const joined = await panel.fetch("/api/auth/invitation", { json: body });
    assert.equal(joined.status, 201);
    await joined.body?.cancel();
    assert.match((await sundial(["account", "list"])).out, /jon +operator +shop, stock +active/);
    assert.equal((await sundial(["account", "role", "jon", "viewer"])).code, 0);
    const { items } = JSON.parse((await sundial(["account", "list", "--json"])).out);
    const jon = items.find(({ username }: { username: string }) => username === "jon");
    assert.deepEqual([jon.role, jon.labels, jon.sessions], ["viewer", null, 1]);
    assert.match((await sundial(["account", "sessions", `#${jon.id}`])).err, /1 session of “jon” ended/);
    assert.equal((await sundial(["account", "disable", "jon"])).code, 0);
    assert.match((await sundial(["account", "list"])).out, /jon +viewer +whole panel +disabled/);
    assert.equal((await sundial(["account", "enable", "jon"])).code, 0);
    const last = await sundial(["account", "disable", account.username]);
    assert.deepEqual([last.code, /only active administrator/.test(last.err)], [1, true]);
    assert.notEqual((await sundial(["account", "disable", "jo"])).code, 0);
    assert.notEqual((await sundial(["account", "role", "jon", "owner"])).code, 0);
  }));

Deno.test("command line: flow runs are listed, shown with what was not followed, and continued", () =>
  withPanel(async (sundial, panel) => {
    assert.match((await sundial(["flow", "list"])).err, /No flow runs/);
    const task = { schedules: "manual" };
    const { id } = await panel.request("POST", "/tasks", { ...task, name: "Export", command: "exit 3" });
    const upstream = { tasks: [{ taskId: id }] };
    await panel.request("POST", "/tasks", { ...task, name: "Upload", command: "true", upstream });
    await sundial(["task", "run", "Export", "--wait"]);
    assert.match((await sundial(["flow", "list", "--task", "Export"])).out, /1 +Export +failed +0\/2 /);
    const { items } = JSON.parse((await sundial(["flow", "list", "--limit", "200", "--json"])).out);
    assert.deepEqual(items.map(({ tasks }: { tasks: unknown[] }) => tasks.length), [2]);
    assert.match((await sundial(["flow", "list", "--limit", "200"])).out, /1 +Export +failed +0\/2 /);
    assert.match((await sundial(["flow", "show", "1"])).out, /Upload +did not run +Export: it failed/);
    assert.match(
      (await sundial(["task", "why", "Upload"])).out,
      /in flow run #1[^]*Export: it failed \(#1\)/,
    );
    await panel.request("PATCH", `/tasks/${id}`, { command: "true" });
    assert.equal(JSON.parse((await sundial(["flow", "continue", "#1", "--json"])).out).attempt, 2);
    assert.notEqual((await sundial(["flow", "show", "Export"])).code, 0);
    const soon = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ");
    const due = { schedules: [`@once ${soon}`, "0 0 1 1 *"], timeZone: "UTC" };
    const never = { tasks: [{ taskId: id, outcome: "failed" }], within: "1s", waitMs: 500 };
    await panel.request("POST", "/tasks", { name: "Alarm", command: "true", ...due, upstream: never });
    await until(
      "the due time to lapse",
      async () =>
        / Alarm +\S+ +0\/1 /.test((await sundial(["flow", "list"])).out) &&
        /Alarm +skipped/.test((await sundial(["flow", "show", "2"])).out),
    );
    assert.match(
      (await sundial(["flow", "show", "2"])).out,
      /Export: waited in vain \(it (had not ended recently|succeeded)/,
    );
  }));

Deno.test("command line: a flow run is stopped, and is continued by its number", () =>
  withPanel(async (sundial, panel, dataDir) => {
    const gate = join(dataDir, "gate");
    const id = await addTask(panel, "Export", `test -e ${gate} || exec sleep 600`);
    const upstream = { tasks: [{ taskId: id }] };
    await panel.request("POST", "/tasks", {
      ...{ name: "Upload", command: "true", schedules: "manual", upstream },
    });
    await sundial(["task", "run", "Export"]);
    await until("it to run", async () => (await panel.request("GET", `/tasks/${id}`)).status === "running");
    const stopped = await sundial(["flow", "stop", "#1"]);
    assert.deepEqual([stopped.code, stopped.err], [0, "Flow run #1 of “Export”: stopped\n"]);
    assert.match(
      stopped.out,
      /\d+ +Export +stopped\n- +Upload +did not run +Export: the flow run was stopped/,
    );
    const again = await sundial(["flow", "stop", "1"], { env: { LANG: "zh_CN.UTF-8" } });
    assert.notEqual(again.code, 0);
    assert.match((await sundial(["flow", "list"])).out, /1 +Export +stopped +0\/2 /);
    writeFileSync(gate, "");
    assert.equal((await sundial(["flow", "continue", "1"])).code, 0);
    await until("its end", async () => /succeeded +2\/2/.test((await sundial(["flow", "list"])).out));
    assert.notEqual((await sundial(["flow", "stop", "2"])).code, 0);
    assert.match((await sundial(["flow", "stop", "Export"])).err, /“Export” is not the ID of a flow run/);
  }));

Deno.test("command line: windows, heartbeats and subscriptions are listed, and found by name among many", () =>
  withPanel(async (sundial, panel) => {
    for (
      const [group, text] of [["window", /No maintenance/], ["heartbeat", /No heartbeats/], [
        "sub",
        /No sub/,
      ]] as const
    ) {
      const { code, err } = await sundial([group, "list"]);
      assert.equal(code, 0);
      assert.match(err, text);
    }
    await panel.request("POST", "/windows", {
      name: "Upgrade",
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
    });
    assert.match((await sundial(["window", "list"])).out, /Upgrade +open +20/);
    assert.equal(JSON.parse((await sundial(["window", "show", "upgr"])).out).name, "Upgrade");
    assert.match((await sundial(["window", "end", "upgrade"])).err, /“Upgrade” ended/);
    assert.match((await sundial(["window", "list"])).out, /Upgrade +over +- +-/);
    for (let index = 0; index < 25; index++) {
      await panel.request("POST", "/heartbeats", { name: `Backup ${index}`, periodMs: 3_600_000 });
    }
    const { items, total } = JSON.parse((await sundial(["heartbeat", "list", "--json"])).out);
    assert.deepEqual([items.length, total], [25, 25], "more than a page of the API");
    assert.match((await sundial(["heartbeat", "show", "Backup 24"])).out, /^Backup 24 +new\nExpected: 1 h/);
  }));

Deno.test("command line: calendars are listed, and a year of one is shown", () =>
  withPanel(async (sundial, panel) => {
    assert.match((await sundial(["calendar", "list"])).err, /No calendars/);
    await panel.request("POST", "/calendars", {
      ...{ name: "Office", timeZone: "Asia/Shanghai", sources: [{ type: "country", country: "CN" }] },
      days: [{ date: "2031-12-24", kind: "off", name: "Closed" }],
    });
    assert.match(
      (await sundial(["calendar", "list"])).out,
      /Office +Asia\/Shanghai +20\d\d-01-01 +20\d\d-12-31/,
    );
    const year = await sundial(["calendar", "show", "office", "--year", "2026"]);
    assert.match(year.out, /^2026-10-01 +off +National Day$/m);
    assert.match(year.out, /^2026-10-10 +working +Make-up day for National Day$/m);
    const chinese = await sundial(["calendar", "show", "1", "--year", "2031"], {
      env: { LANG: "zh_CN.UTF-8" },
    });
    assert.match(chinese.out, /2031-12-24 +休息 +Closed/);
    const { items } = JSON.parse((await sundial(["calendar", "show", "1", "--year", "2031", "--json"])).out);
    assert.deepEqual([items.length, items[0].known], [365, false]);
    assert.equal((await sundial(["calendar", "show", "nothing"])).code, 1);
    assert.equal((await sundial(["calendar", "show", "1", "--year", "soon"])).code, 1);
  }));

Deno.test("command line: runs get values of parameters, secrets from a file or standard input only", () =>
  withPanel(async (sundial, panel, dataDir) => {
    const { id } = await panel.request("POST", "/tasks", {
      ...{ name: "Report", schedules: "manual" },
      command: 'printf "<%s> <%s> <%s>" "$month" "$notes" "$([ "$token" = "5ecret word" ] && echo right)"',
      parameters: [
        { name: "month", type: "number", required: true, min: 1, max: 12 },
        { name: "notes", type: "text" },
        { name: "token", type: "secret" },
      ],
    });
    const missing = await sundial(["task", "run", "Report", "--wait"]);
    assert.deepEqual([missing.code, missing.err], [1, "Report: The parameter month needs a value\n"]);
    const wrong = await sundial(["task", "run", "Report", "-p", "month=13"]);
    assert.match(wrong.err, /parameters\.month.*Must be at most 12/);
    const visible = await sundial(["task", "run", "Report", "-p", "month=3", "-p", "token=5ecret word"]);
    assert.equal(visible.code, 2);
    assert.match(visible.err, /token is a secret.*--parameter-from token=file/s);
    assert.ok(!visible.err.includes("5ecret"));
    const file = join(dataDir, "notes.txt");
    await Deno.writeTextFile(file, "it's $(id)\n");
    const args = ["-p", "month=3", "--parameter-from", `notes=${file}`, "--parameter-from", "token=-"];
    const run = await sundial(["task", "run", String(id), "--follow", ...args], { input: "5ecret word\n" });
    assert.equal(run.code, 0, run.err);
    assert.match(run.out, /<3> <it's \$\(id\)\n> <right>/);
    const details = await sundial(["task", "show", "Report"]);
    assert.match(details.out, /^Parameters +month\* \(number\), notes \(text\), token \(secret\)$/m);
    const arrived = { name: "Arrived", command: "true", schedules: "manual" };
    await panel.request("POST", "/tasks", { ...arrived, triggers: [{ type: "file", path: "in/a.csv" }] });
    assert.match((await sundial(["task", "show", "Arrived"])).out, /^Triggers +in\/a\.csv$/m);
  }));

Deno.test("command line: a reader that leaves ends the output, but not the exit code of the run", () =>
  withPanel(async (_sundial, panel, dataDir) => {
    const id = await addTask(panel, "Long", "seq 100000; exit 7");
    const shell = async (line: string) => {
      const command = [
        "bash",
        "-c",
        line,
        "bash",
        Deno.execPath(),
        "run",
        "-A",
        "--quiet",
        ...shippedProgram,
      ];
      return (await runProgram(command, { env: { SUNDIAL_DATA_DIR: dataDir, LC_ALL: "C.UTF-8" } })).out;
    };
    assert.match(await shell(`"$@" task run ${id} -f | head -1; echo "\${PIPESTATUS[0]}"`), /\n7\n$/);
    assert.match(await shell(`"$@" task logs ${id} | head -1; echo "\${PIPESTATUS[0]}"`), /\n0\n$/);
    assert.equal(
      await shell(`"$@" help 2>&1 >/dev/full; echo $?`),
      "No space left on device\n1\n",
    );
  }));

Deno.test("command line: names the file, script, folder or state that it does not find", () =>
  withPanel(async (sundial, _panel, dataDir) => {
    const file = join(dataDir, "none.env");
    assert.equal((await sundial(["env", "import", file])).err, `${file}: No such file or directory\n`);
    const chinese = { env: { LANG: "zh_CN.UTF-8" } };
    assert.equal((await sundial(["script", "put", file], chinese)).err, `${file}：文件或目录不存在\n`);
    assert.equal((await sundial(["script", "get", "none.js"])).err, "There is no script none.js\n");
    assert.equal((await sundial(["script", "ls", "none"])).err, "There is no folder none\n");
    const states = await sundial(["run", "list", "--state", "failed,broken"]);
    assert.deepEqual([states.code, /--state takes one or more of queued,/.test(states.err)], [
      2,
      true,
    ]);
    assert.equal((await sundial(["run", "list", "--state", "failed,stopped"])).code, 0);
    const archive = join(dataDir, "none", "backup.tar.gz");
    const noFolder = await sundial(["backup", archive]);
    assert.equal(noFolder.err, `cannot create the backup: there is no folder ${join(dataDir, "none")}\n`);
    const noFile = await sundial(["restore", archive, "--data-dir", join(dataDir, "other")]);
    assert.equal(noFile.err, `cannot restore, nothing was changed: there is no file ${archive}\n`);
    const existing = join(dataDir, "existing.tar.gz");
    writeFileSync(existing, "an older backup");
    assert.equal((await sundial(["backup", existing])).code, 1);
    assert.equal(Deno.readTextFileSync(existing), "an older backup");
  }));

Deno.test("command line: prints no archive to a terminal, and every output with --json is JSON", () =>
  withPanel(async (sundial, panel, dataDir) => {
    await sundial(["script", "put", "-", "tools/a.bin"], { input: "\0" });
    writeFileSync(join(dataDir, "bytes"), new Uint8Array([0, 255]));
    await sundial(["script", "put", join(dataDir, "bytes"), "tools/b.bin"]);
    const folder = await sundial(["script", "get", "tools"]);
    assert.deepEqual([folder.code, folder.out], [1, ""]);
    assert.match(folder.err, /^tools is a folder; name a file for its archive/);
    assert.equal((await sundial(["script", "get", "tools", join(dataDir, "tools.tar.gz")])).code, 0);
    const contentOf = async (path: string) => {
      const { content, encoding } = JSON.parse((await sundial(["script", "get", path, "--json"])).out);
      return [content, encoding];
    };
    assert.deepEqual(await contentOf("tools/a.bin"), ["\0", "utf-8"]);
    assert.deepEqual(await contentOf("tools/b.bin"), ["AP8=", "base64"]);
    const { unit } = JSON.parse((await sundial(["service", "install", "--print", "--json"])).out);
    assert.match(unit, /^ExecStart=/m);

    const url = "https://127.0.0.1:9/nobody.git";
    const nobody = { name: "Nobody", type: "public_repository", url, schedule: { kind: "manual" } };
    await panel.request("POST", "/subscriptions", nobody);
    const pulled = await sundial(["sub", "run", "nobody", "--wait", "--json"]);
    const { items } = JSON.parse(pulled.out);
    assert.deepEqual([pulled.code, items[0].taskName, items[0].state], [1, "Nobody", "failed"]);
  }));

Deno.test("command line: another address needs a token, and its scopes apply", () =>
  withPanel(async (_sundial, panel) => {
    const application = { name: "Reader", scopes: ["tasks:read"] };
    const { clientId, clientSecret } = await panel.request("POST", "/applications", application);
    const { token } = await panel.request("POST", "/auth/token", { clientId, clientSecret });
    const remote = (args: string[], token: string) =>
      runSundial([...args, "--url", panel.address], { env: { SUNDIAL_TOKEN: token } });
    assert.equal((await remote(["task", "list"], token)).code, 0);
    const rejected = await remote(["env", "list"], token);
    assert.deepEqual([rejected.code, rejected.out], [1, ""]);
    assert.match(rejected.err, /variables:read/);
    assert.match((await remote(["task", "list"], "wrong")).err, /rejects the token in SUNDIAL_TOKEN/);
    assert.equal((await remote(["task", "list"], "")).code, 2);
    const nobody = { env: { SUNDIAL_TOKEN: token } };
    assert.equal((await runSundial(["task", "list", "--url", "http://127.0.0.1:9"], nobody)).code, 3);
    await using other = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => new Response("<html>", { status: request.url.includes("/missing/") ? 404 : 200 }),
    );
    for (const [path, status] of [["", 200], ["/missing", 404]] as const) {
      const url = `http://127.0.0.1:${other.addr.port}${path}`;
      const { code, err } = await runSundial(["task", "list", "--url", url], nobody);
      assert.equal(code, 3);
      assert.ok(err.startsWith(`No panel answers at ${url} (HTTP ${status}).`), err);
    }
  }));

Deno.test("command line: in a script, it has the rights of the run", () =>
  withPanel(async (_sundial, panel, dataDir) => {
    const [output, command] = [
      join(dataDir, "output"),
      `${Deno.execPath()} run -A --quiet ${shippedProgram.join(" ")}`,
    ];
    const id = await addTask(
      panel,
      "Inside",
      `${command} task list --json > ${output}; ${command} script ls; echo $? > ${output}.code`,
    );
    await panel.request("POST", "/tasks/run", { ids: [id] });
    await until(
      "its output",
      () => existsSync(`${output}.code`) && Deno.readTextFileSync(`${output}.code`) !== "",
    );
    assert.equal(JSON.parse(Deno.readTextFileSync(output)).total, 1);
    assert.equal(Deno.readTextFileSync(`${output}.code`), "1\n");
  }));

Deno.test("command line: exit codes separate wrong usage from a panel that is not running", async () => {
  await using dataDir = await panelFolder();
  const env = { SUNDIAL_DATA_DIR: dataDir.path };
  const cases: [string[], number, RegExp][] = [
    [["task", "list"], 3, /No panel is running on .*sundial serve/],
    [["task"], 2, /A command is missing[^]*Usage: sundial task <command>/],
    [["task", "fly"], 2, /Unknown command: task fly/],
    [["fly"], 2, /Unknown command: fly[^]*Usage: sundial <command>/],
    [["task", "list", "--bogus"], 2, /Unknown option: --bogus\nUsage: sundial task list \[options\]\nSee/],
    [["task", "run"], 2, /Missing argument: <task>/],
    [["task", "logs", "x", "-n", "some"], 2, /--lines needs a positive whole number/],
    [["serve", "--port", "many"], 2, /--port is "many"[^]*Usage: sundial serve/],
    [["serve", "now"], 2, /Unexpected argument: now/],
  ];
  for (const [args, code, message] of cases) {
    const result = await runSundial(args, { env });
    assert.equal(result.code, code, args.join(" "));
    assert.match(result.err, message);
    assert.equal(result.out, "");
  }
  assert.deepEqual([...Deno.readDirSync(dataDir.path)], []);
});

Deno.test("command line: every command has help in both languages, and completion offers it", async () => {
  const { commands } = await import("../../server/cli/commands.ts");
  const { formatCommandHelp, formatGroupHelp } = await import("../../server/cli/help.ts");
  const { complete } = await import("../../server/cli/completion.ts");
  for (const entry of commands) {
    assert.ok((await complete(commands, [entry.name.slice(0, 2)], "en")).includes(entry.name));
    for (const command of "commands" in entry ? entry.commands : [entry]) {
      const path = command === entry ? entry.name : `${entry.name} ${command.name}`;
      assert.match(
        formatCommandHelp(path, command, "en"),
        new RegExp(`^[A-Z].*\\.\n\nUsage: sundial ${path}`),
      );
      assert.match(formatCommandHelp(path, command, "zh"), new RegExp(`^[^]*。\n\n用法：sundial ${path}`));
      const options = await complete(commands, [...path.split(" "), "--"], "en");
      for (const name of Object.keys(command.options ?? {})) assert.ok(options.includes(`--${name}`), path);
    }
    if ("commands" in entry) assert.match(formatGroupHelp(entry, "zh"), /用法：sundial/);
  }
  assert.deepEqual(await complete(commands, ["env", "import", "--existing", "r"], "en"), ["replace"]);
  const values = (line: string) => complete(commands, line.split(" "), "en");
  assert.deepEqual(await values("run list --state fa"), ["failed"]);
  assert.deepEqual(await values("run list --state failed,timed"), ["failed,timed_out"]);
  assert.deepEqual(await values("run list --state=failed,timed"), ["--state=failed,timed_out"]);
  assert.deepEqual(await values("run list --state = failed,timed"), ["failed,timed_out"]);
  assert.deepEqual(await values("backup --parts database,scripts,config,history,"), [
    "database,scripts,config,history,logs",
  ]);
  assert.deepEqual(await values("serve --log-format "), ["text", "json"]);
  assert.deepEqual(await values("migrate --to s"), ["sqlite"]);
  assert.deepEqual(await values("import --source ="), ["auto", "qinglong", "crontab", "systemd", "cronicle"]);
  assert.deepEqual(await values("backup --passphrase-file=x"), []);
  assert.deepEqual(await complete(commands, ["backup", ""], "en"), [":files"]);
  assert.deepEqual(await complete(commands, ["help", "ta"], "en"), ["task"]);
  assert.deepEqual(await complete(commands, ["help", "task", "lo"], "en"), ["logs"]);
  const help = await runSundial(["task", "run", "--help"]);
  assert.match(
    help.out,
    /^Run tasks now\.\n\nUsage: sundial task run <task>… \[options\] \[-- argument…\]\n/,
  );
  for (const shell of ["bash", "zsh", "fish"]) {
    assert.match((await runSundial(["completion", shell])).out, /sundial __complete/);
  }
});

Deno.test("command line: completes the names of tasks in bash", () =>
  withPanel(async (_sundial, panel, dataDir) => {
    await addTask(panel, "Back up $HOME", "true");
    const command = join(dataDir, "sundial");
    writeFileSync(
      command,
      `#!/bin/sh\nexec '${Deno.execPath()}' run -A --quiet ${shippedProgram.join(" ")} "$@"\n`,
      {
        mode: 0o755,
      },
    );
    const script = `source <(sundial completion bash); compopt() { :; }
      COMP_WORDS=(sundial task run Back\\\\ u); COMP_CWORD=3; _sundial; printf '%s\\n' "\${COMPREPLY[@]}"
      COMP_WORDS=(sundial run list --state = failed,timed); COMP_CWORD=5; _sundial; echo "\${COMPREPLY[@]}"`;
    const env = { PATH: `${dataDir}:${Deno.env.get("PATH")}`, SUNDIAL_DATA_DIR: dataDir };
    assert.equal(
      (await runProgram(["bash", "-c", script], { env })).out,
      "Back\\ up\\ \\$HOME\nfailed,timed_out\n",
    );
  }));

Deno.test("check: reports a fine, an open and a damaged data folder, and says how to repair it", () =>
  withPanel(async (sundial, panel, dataDir) => {
    const check = async () => {
      const { code, out } = await sundial(["check", "--json"], { env: { SUNDIAL_PORT: "0" } });
      const states = Object.fromEntries(
        JSON.parse(out).items.map((one: { name: string; state: string }) => [one.name, one.state]),
      );
      return { code, states };
    };
    assert.deepEqual([(await check()).code, (await check()).states["panel"]], [0, "ok"]);
    await panel.stop();
    Deno.chmodSync(dataDir, 0o755);
    const open = await check();
    assert.deepEqual([open.code, open.states["dataFolder"], open.states["database"]], [0, "warning", "ok"]);
    const { path } = JSON.parse((await sundial(["backup", "--json"])).out);
    writeFileSync(join(dataDir, "sundial.sqlite"), "rubbish");
    const damaged = await sundial(["check"], { env: { SUNDIAL_PORT: "0", LANG: "zh_CN.UTF-8" } });
    assert.equal(damaged.code, 1);
    assert.match(damaged.out, /问题 +数据库 .*\n +→ 请恢复备份：sundial restore/);
    assert.ok(damaged.out.includes(`sundial restore ${path}`));
  }));

Deno.test("check: one thing that cannot be checked does not hide the rest", async () => {
  await using dataDir = await panelFolder();
  const file = join(dataDir.path, "file");
  writeFileSync(file, "");
  const check = async (folder: string) => {
    const { code, out, err } = await runSundial(["check", "--data-dir", folder], {
      env: { SUNDIAL_PORT: "0" },
    });
    assert.deepEqual([code, err], [1, ""]);
    return out;
  };
  assert.match(await check(file), /problem +data folder .*is not a folder\n[^]*\nok +clock /);

  // A used folder whose database is gone: a panel does not start there, so this is a problem.
  const used = join(dataDir.path, "used");
  mkdirSync(join(used, "backups"), { recursive: true });
  writeFileSync(join(used, "secret.key"), "");
  assert.match(
    await check(used),
    /problem +database +is missing, but[^]*→ restore a backup: sundial restore </,
  );

  // A path that no user can read, not even root.
  const loop = join(dataDir.path, "loop");
  symlinkSync(loop, loop);
  assert.match(
    await check(loop),
    /problem +data folder [^]*\nproblem +panel [^]*→ run this command as the user[^]*\nok +clock /,
  );
});

Deno.test("check: a port that another program uses is a problem", async () => {
  await using dataDir = await panelFolder();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const env = { SUNDIAL_DATA_DIR: dataDir.path, SUNDIAL_PORT: String(listener.addr.port) };
  const { code, out } = await runSundial(["check"], { env });
  assert.equal(code, 1);
  assert.match(out, /problem +port +127\.0\.0\.1:\d+ is in use by another program\n +→ set SUNDIAL_PORT/);
});

Deno.test("service: says what is missing, and writes nothing then", async () => {
  await using temporary = await panelFolder();
  const home = temporary.path;
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, "config"), SUNDIAL_DATA_DIR: join(home, "data") };
  const none = { env: { ...env, PATH: join(home, "bin") } };
  const english = await runSundial(["service", "install", "--user"], none);
  assert.deepEqual([english.code, english.out], [1, ""]);
  assert.match(english.err, /^systemctl was not found: this machine does not use systemd\./);
  const chinese = await runSundial(["service", "install", "--user"], {
    env: { ...none.env, LANG: "zh_CN.UTF-8" },
  });
  assert.match(chinese.err, /^找不到 systemctl：本机未使用 systemd。/);
  assert.equal((await runSundial(["service", "install", "--user", "--print"], none)).code, 0);
  mkdirSync(join(home, "bin"));
  symlinkSync("/bin/true", join(home, "bin", "systemctl"));
  const path = `${join(home, "bin")}:${Deno.env.get("PATH")}`;
  const account = await runSundial(["service", "install", "--run-as", "nobody-here"], {
    env: { ...env, PATH: path },
  });
  assert.equal(account.code, 1);
  assert.match(
    account.err,
    /^There is no account nobody-here\. Create it, or name another one with --run-as/,
  );
  writeFileSync(join(home, "config"), "not a folder");
  const written = await runSundial(["service", "install", "--user"], { env: { ...env, PATH: path } });
  assert.deepEqual([written.code, written.out], [1, ""]);
  assert.match(
    written.err,
    /^Cannot write the unit: .*: .*Run the command as root, or use --user or --print\./,
  );
});

Deno.test("service: warns of tasks that run as root, and of sources that are not built", async () => {
  await using folder = await panelFolder();
  const root = join(import.meta.dirname!, "..", "..");
  for (const name of ["main.ts", "server", "node_modules"]) {
    symlinkSync(join(root, name), join(folder.path, name));
  }
  mkdirSync(join(folder.path, "bin"));
  symlinkSync("/bin/true", join(folder.path, "bin", "systemctl"));
  const path = `${join(folder.path, "bin")}:${Deno.env.get("PATH")}`;
  const install = (LC_ALL: string, from: string, ...more: string[]) => {
    const deno = [Deno.execPath(), "run", "-A", "--quiet", "--config", join(root, "deno.json")];
    const env = { LC_ALL, SUNDIAL_DATA_DIR: folder.path, PATH: path, XDG_CONFIG_HOME: folder.path };
    return runProgram([...deno, from, "service", "install", ...more], { env });
  };
  const unbuilt = join(folder.path, "main.ts");
  const printed = await install("C", unbuilt, "--print", "--user");
  assert.deepEqual([printed.code, printed.err], [
    0,
    "The panel is not built yet. Run `deno task panel` first.\n",
  ]);
  const rejected = await install("zh_CN.UTF-8", unbuilt, "--user");
  assert.deepEqual([rejected.code, rejected.err], [1, "面板尚未构建，请先运行 `deno task panel`。\n"]);
  await ensurePanel();
  const bundle = panelProgram;
  assert.match(
    (await install("C", bundle, "--print", "--run-as", "root")).err,
    /^The panel and all tasks .* root\..*\n$/,
  );
  assert.match(
    (await install("zh_CN.UTF-8", bundle, "--print", "--run-as", "0")).err,
    /^面板和所有任务将以 root .*\n$/,
  );
});

Deno.test("service: prints a unit, writes that of a user, replaces it only by force and removes it", async () => {
  await using temporary = await panelFolder();
  const home = temporary.path;
  const bin = join(home, "bin");
  mkdirSync(bin);
  symlinkSync("/bin/true", join(bin, "systemctl"));
  const env = {
    HOME: home,
    PATH: `${bin}:${Deno.env.get("PATH")}`,
    XDG_CONFIG_HOME: join(home, "config"),
    SUNDIAL_DATA_DIR: join(home, "my $data 100%"),
  };
  mkdirSync(env.SUNDIAL_DATA_DIR);
  const printed = await runSundial(["service", "install", "--print", "--run-as", "panel"], { env });
  assert.match(printed.out, /^User=panel$/m);
  // What is missing at the start of the machine may come later; wrong settings do not mend themselves.
  assert.match(printed.out, /^StartLimitIntervalSec=0$/m);
  assert.match(printed.out, /^Restart=on-failure\nRestartSec=2\n#.*\nRestartPreventExitStatus=2$/m);
  assert.equal(printed.err, "");
  assert.ok(printed.out.includes(`Environment="SUNDIAL_DATA_DIR=${home}/my $data 100%%"\n`));
  assert.match(
    printed.out,
    /^ExecStart=\S+ run -A --no-code-cache --v8-flags=--optimize-for-size --quiet \S+main\.js serve$/m,
  );
  const install = (...more: string[]) => runSundial(["service", "install", "--user", ...more], { env });
  const first = await install();
  assert.equal(first.code, 0);
  assert.match(first.out, new RegExp(`^  loginctl enable-linger ${userInfo().username}$`, "m"));
  const unit = join(home, "config", "systemd", "user", "sundial.service");
  assert.match(Deno.readTextFileSync(unit), /^WantedBy=default\.target$/m);
  assert.equal((await install()).code, 1);
  // The unit of an earlier version.
  writeFileSync(unit, "[Service]\nType=simple\nExecStart=/bin/true\n");
  const forced = await install("--force");
  assert.match(forced.out, /enable sundial\n +systemctl --user restart sundial\n/);
  assert.match(Deno.readTextFileSync(unit), /^Type=notify$/m);
  const uninstall = (LANG: string) =>
    runSundial(["service", "uninstall", "--user"], { env: { ...env, LANG } });
  assert.deepEqual([(await uninstall("C")).out, existsSync(unit)], [
    `Removed ${unit}. The data folder stays.\n`,
    false,
  ]);
  assert.ok(existsSync(env.SUNDIAL_DATA_DIR));
  const again = await uninstall("zh_CN.UTF-8");
  assert.deepEqual([again.code, again.err], [1, `没有可移除的服务：${unit} 不存在\n`]);
});
