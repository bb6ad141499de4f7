import assert from "node:assert/strict";
import type { Subscription } from "../../server/contract/subscriptions.ts";
import type { TaskChange } from "../../server/contract/task_changes.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";

interface CallResult {
  status: number;
  // deno-lint-ignore no-explicit-any -- any response of the API
  json: any;
  etag: string | null;
}

async function ask(
  scene: SubscriptionScene,
  method: string,
  path: string,
  json?: unknown,
  headers = {},
): Promise<CallResult> {
  const response = await scene.panel.fetch(`/api/subscriptions${path}`, {
    ...{ method, headers },
    ...(json === undefined ? {} : { json }),
  });
  const text = await response.text();
  return {
    status: response.status,
    json: text === "" ? null : JSON.parse(text),
    etag: response.headers.get("etag"),
  };
}

const url = "https://example.org/owner/name.git";
const manual = { kind: "manual" };
const codes = ({ json }: CallResult) =>
  json.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);

Deno.test("subscriptions: create, update, run, stop and delete", async (t) => {
  await using scene = await SubscriptionScene.open();
  const post = (json: unknown, headers = {}) => ask(scene, "POST", "", json, headers);
  let id = 0;
  await t.step("four fields suffice, and secrets are never returned", async () => {
    const made = await post({
      ...{ name: " one ", type: "private_repository", url: "https://example.org/a/b.git", schedule: manual },
      ...{
        pullMethod: "password",
        username: "u",
        password: "hidden one",
        proxy: "socks5://x:hidden@192.0.2.1:1080",
      },
    });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    const subscription: Subscription = made.json;
    id = subscription.id;
    assert.equal(made.etag, '"1"');
    assert.deepEqual(
      [
        subscription.name,
        subscription.alias,
        subscription.passwordSet,
        subscription.privateKeySet,
        subscription.proxy,
        subscription.status,
        subscription.nextRunAt,
      ],
      ["one", "a_b", true, false, "socks5://x:***@192.0.2.1:1080", "idle", null],
    );
    assert.deepEqual([
      subscription.autoAdd,
      subscription.autoDelete,
      subscription.onChange,
      subscription.review,
    ], [
      true,
      true,
      "keep",
      "automatic",
    ]);
    assert.ok(!JSON.stringify(made.json).includes("hidden"));
    assert.ok(!JSON.stringify((await ask(scene, "GET", "")).json).includes("hidden"));
  });
  await t.step("invalid names, folders and fields are rejected at their field", async () => {
    const base = { name: "two", type: "public_repository", url, schedule: manual };
    const tries: [Record<string, unknown>, string[]][] = [
      [{ name: "one" }, ["name name_taken"]],
      [{ alias: "a_b" }, ["alias name_taken"]],
      [{ alias: "x".repeat(81) }, ["alias too_long"]],
      [{ url: "https://u:p@example.org/a/b.git" }, ["url address_has_secret"]],
      ...["ssh://-oProxyCommand=touch%20x/a.git", "ssh://h%00/a.git", "ssh://h|x/a.git", "ssh://a:b:c/d.git"]
        .map((
          wrong,
        ): [Record<string, unknown>, string[]] => [{ url: wrong }, ["url bad_subscription_address"]]),
      [{ type: "file" }, []],
      [{ type: "file", url: "https://example.org/a/b" }, ["url bad_subscription_address"]],
      [{ type: "private_repository" }, ["pullMethod required"]],
      [{ type: "private_repository", pullMethod: "ssh_key", privateKey: "x" }, [
        "url needs_ssh_address",
        "privateKey bad_private_key",
      ]],
      [{ type: "private_repository", pullMethod: "password", url: "git@example.org:a/b.git" }, [
        "url needs_web_address",
        "password required",
      ]],
      [{ schedule: { kind: "cron", rules: ["* * *"] } }, [
        "schedule.rules.0 incorrect_subscription_schedule",
      ]],
      [{ schedule: { kind: "interval", every: 0, unit: "hours" } }, ["schedule.every too_small"]],
      [{ schedule: { kind: "interval", every: 5_000, unit: "days" } }, ["schedule.every too_big"]],
      [{ whitelist: "(", blacklist: "\\1" }, [
        "whitelist incorrect_pattern",
        "blacklist pattern_not_supported",
      ]],
      [{ review: "pinned" }, ["pinnedCommit required"]],
      [{ secret: 1 }, ["secret unknown_field"]],
    ];
    for (const [change, expected] of tries) {
      const response = await post({ ...base, ...change });
      if (expected.length === 0) {
        assert.equal(response.status, 201);
        await ask(scene, "DELETE", `/${response.json.id}`);
      } else assert.deepEqual([response.status, codes(response)], [422, expected], JSON.stringify(change));
    }
  });
  await t.step("an invalid schedule is reported in both languages", async () => {
    const wrong = { name: "x", type: "public_repository", url, schedule: { kind: "cron", rules: ["x"] } };
    const output = async (language: string) =>
      (await post(wrong, { "accept-language": language })).json.issues[0].message;
    assert.equal(await output("en"), "Incorrect Subscription Expression Format");
    assert.equal(await output("zh-CN"), "订阅表达式格式有误");
  });
  await t.step("an update keeps omitted fields, respects If-Match, and replans", async () => {
    const changed = await ask(scene, "PATCH", `/${id}`, {
      schedule: { kind: "interval", every: 6, unit: "hours" },
    });
    assert.equal(changed.status, 200);
    assert.deepEqual([changed.json.passwordSet, changed.json.version], [true, 2]);
    assert.ok(Date.parse(changed.json.nextRunAt) > Date.now());
    assert.equal((await ask(scene, "PATCH", `/${id}`, { name: "x" }, { "if-match": '"1"' })).status, 412);
    const open = await ask(scene, "PATCH", `/${id}`, { type: "public_repository", password: null });
    assert.deepEqual([open.json.passwordSet, open.json.pullMethod], [false, null]);
  });
  await t.step("several are enabled, disabled, run and stopped, with one result each", async () => {
    const disabled = await ask(scene, "POST", "/disable", { ids: [id, 999] });
    assert.deepEqual(
      disabled.json.results.map(({ ok, error }: { ok: boolean; error?: { code: string } }) =>
        error?.code ?? ok
      ),
      [true, "not_found"],
    );
    const subscription = (await ask(scene, "GET", `/${id}`)).json;
    assert.deepEqual([subscription.status, subscription.nextRunAt], ["disabled", null]);
    const stopped = await ask(scene, "POST", "/stop", { ids: [id] });
    assert.equal(stopped.json.results[0].error.code, "subscription_not_running");
    await ask(scene, "POST", "/enable", { ids: [id] });
    assert.equal((await ask(scene, "GET", "?status=disabled")).json.total, 0);
    assert.equal((await ask(scene, "GET", "?q=EXAMPLE&sort=-name")).json.total, 1);
    assert.equal((await ask(scene, "GET", "?status=nonsense")).status, 422);
  });
  await t.step("an unknown subscription is 404, and nothing to approve is 409", async () => {
    for (
      const path of [
        "/999",
        "/999/runs",
        "/999/preview",
        "/previews/999",
        "/999/host-key",
        `/${id}/host-key`,
        `/${id}/preview`,
      ]
    ) {
      assert.equal((await ask(scene, "GET", path)).status, 404, path);
    }
    for (const path of ["approve", "reject"]) {
      assert.equal((await ask(scene, "POST", `/${id}/${path}`)).json.code, "nothing_waiting");
    }
    assert.equal((await ask(scene, "POST", "/preview", {})).status, 422);
  });
  await t.step("deleting several returns one result each", async () => {
    const gone = await ask(scene, "DELETE", "", { ids: [id, 999], withTasks: true });
    assert.deepEqual(gone.json.results.map(({ ok }: { ok: boolean }) => ok), [true, false]);
    assert.equal((await ask(scene, "GET", "")).json.total, 0);
  });
  await t.step("every request requires a login", async () => {
    scene.panel.forgetCookie();
    for (const path of ["", "/1", "/previews/1", "/1/waiting"]) {
      assert.equal((await ask(scene, "GET", path)).status, 401);
    }
  });
});

Deno.test("subscriptions: the history of a task names the subscription whose pulls added and changed it", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({}, "demo/tool.git");
  const script = (rule: string) => ({ "a.js": `// cron: ${rule}\n// new Env("tool")\n` });
  await repository.commit(script("7 4 * * *"));
  const subscription = await scene.create({
    ...{ name: "Tools", url: scene.server.url("demo/tool.git"), alias: "tools", onChange: "follow" },
  });
  assert.equal((await scene.pull(subscription.id)).state, "succeeded");
  await repository.commit(script("9 4 * * *"));
  assert.equal((await scene.pull(subscription.id)).state, "succeeded");
  // The user renames the folder, and with it the command of the task.
  await scene.change(subscription.id, { alias: "tools_new" });
  const [task] = await scene.tasks();
  const { items } = await scene.panel.json<{ items: TaskChange[] }>(`/api/tasks/${task!.id}/changes`);
  const by = { kind: "subscription", id: subscription.id, name: "Tools" };
  assert.deepEqual(items.slice(1).map(({ type, by }) => ({ type, by })), [
    { type: "updated", by },
    { type: "created", by },
  ]);
  assert.deepEqual(items[1]!.changes, [{ field: "schedules", from: ["7 4 * * *"], to: ["9 4 * * *"] }]);
  assert.deepEqual([items[0]!.by.kind, items[0]!.changes], ["person", [
    { field: "command", from: "task tools/a.js", to: "task tools_new/a.js" },
  ]]);
});
