// Whatever is stored, a form that is saved without a change is accepted: what GET returns can be sent back.
import assert from "node:assert/strict";
import { join } from "node:path";
import type * as z from "zod";
import type { ImportResource } from "../../server/contract/imports.ts";
import { applicationPatch } from "../../server/contract/applications.ts";
import { calendarPatch } from "../../server/contract/calendars.ts";
import { dependencyPatch } from "../../server/contract/dependencies.ts";
import { heartbeatPatch } from "../../server/contract/heartbeats.ts";
import { channelPatch } from "../../server/contract/notifications.ts";
import { settingsPatch } from "../../server/contract/settings.ts";
import { subscriptionPatch } from "../../server/contract/subscriptions.ts";
import { taskPatch } from "../../server/contract/tasks.ts";
import { variablePatch } from "../../server/contract/variables.ts";
import { viewPatch } from "../../server/contract/views.ts";
import { windowPatch } from "../../server/contract/windows.ts";
import { packFolder, type QinglongData, writeQinglongData } from "../support/qinglong_data.ts";
import { until } from "../support/until.ts";
import { TestPanel } from "../support/test_panel.ts";

/** What the panel that users move from stores. */
const imported: QinglongData = {
  tasks: [
    {
      ...{ name: "%E7%AD%BE%E5%88%B0", command: "task sign.py desi JD_COOKIE 1-3", schedule: "5 8 */2 * 1" },
      ...{
        task_before: "task prepare.js now",
        task_after: "echo; task clean.sh",
        labels: '["", " a ", "a"]',
      },
      ...{ log_name: "sign", work_dir: "/ql/data/scripts/demo", allow_multiple_instances: 1, isPinned: 1 },
      ...{ extra_schedules: '[{"schedule":"0 0 5 * * *"}]' },
    },
    { name: "", command: "  echo   hi\n", schedule: "@once", labels: null },
    { name: " boot ", command: "ls", schedule: "@boot", isDisabled: 1, task_before: "  " },
  ],
  views: [
    {
      ...{ name: "night", type: 2, position: 1125000000000000, filterRelation: "or" },
      filters:
        '[{"property":"status","operation":"In","value":[0,3]},{"property":"sub_id","operation":"In","value":[1,77]}]',
      sorts: '[{"property":"name","type":"ASC"},{"property":"command","type":"DESC"}]',
    },
  ],
  subscriptions: [
    {
      ...{ name: "demo", type: "public-repo", url: "https://git.example.com/o/r.git", branch: "main" },
      ...{ schedule_type: "interval", interval_schedule: '{"type":"hours","value":6}', alias: "o_r_main" },
      ...{
        whitelist: "a|b",
        dependences: "lib",
        sub_before: "task x.js",
        proxy: "socks5://u:p@10.0.0.1:1080",
      },
    },
    {
      ...{ name: "private", type: "private-repo", url: "https://git.example.com/p/q.git", alias: "p_q" },
      ...{ schedule_type: "crontab", schedule: "0 3 */2 * 1", pull_type: "user-pwd" },
      pull_option: '{"username":"u","password":"pw"}',
    },
    {
      ...{ name: "file", type: "file", url: "https://git.example.com/s/y.js", alias: "s_y" },
      ...{ schedule_type: "crontab", schedule: "0 3 * * *" },
    },
  ],
  variables: [
    { name: "JD_COOKIE", value: "pt_key=a;\npt_pin=b;", status: 0, remarks: "first", labels: '["x",""]' },
    { name: "JD_COOKIE", value: "", status: 1 },
    { name: "SPACES", value: "  'x'  ", status: 0, remarks: null },
  ],
  dependencies: [{ name: "axios@1.7.0", type: 0, status: 1, remark: "r" }, { name: "requests", type: 1 }],
  applications: [
    {
      name: "bot",
      scopes: '["crons","envs","unknown"]',
      client_id: "id-of-the-bot",
      client_secret: "secret",
    },
  ],
  settings: [
    {
      type: "notification",
      info: '{"type":"telegramBot","telegramBotToken":"1:x","telegramBotUserId":"2"}',
    },
  ],
};

const resources: Record<string, z.ZodObject> = {
  "/tasks": taskPatch,
  "/variables": variablePatch,
  "/subscriptions": subscriptionPatch,
  "/views": viewPatch,
  "/windows": windowPatch,
  "/dependencies": dependencyPatch,
  "/applications": applicationPatch,
  "/notifications": channelPatch,
  "/calendars": calendarPatch,
  "/heartbeats": heartbeatPatch,
};
/**
 * Their only fields are names and choices, and no import brings them; providers, webhooks, preferences and channels of accounts have
 * tests of their own.
 */
const others = [
  ...["/account", "/account/passkeys/{id}", "/account/preferences", "/accounts/{id}", "/auth/session"],
  ...["/settings", "/account/channels/{id}"],
  ...["/identity-providers/{id}", "/tasks/{id}/webhook"],
];

type Item = Record<string, unknown> & { id: number };

class Scene implements AsyncDisposable {
  private constructor(readonly panel: TestPanel, readonly headers: Record<string, string>) {}

  /** Opens a panel into which everything was imported. */
  static async open(): Promise<Scene> {
    const panel = await TestPanel.open({ SUNDIAL_GIT_PROTOCOLS: "https" });
    const scene = new Scene(panel, await panel.logIn());
    const folder = await writeQinglongData(join(panel.dataDir, "old"), imported);
    const raw = await packFolder(folder) as Uint8Array<ArrayBuffer>;
    const headers = { ...scene.headers, "content-type": "application/octet-stream" };
    const { id } = await panel.request("POST", "/imports", { raw, headers });
    await scene.request("POST", `/imports/${id}/apply`, { enable: false });
    const { report } = await until("the import to end", async () => {
      const found = await scene.request("GET", `/imports/${id}`) as ImportResource;
      return found.state === "done" ? found : null;
    });
    const messages = Object.values(report).flatMap((kind) => kind.refused.map(({ message }) => message));
    assert.deepEqual(messages, []);
    const secret = { name: "TOKEN", value: "a secret", secret: true };
    await scene.request("POST", "/variables", secret);
    const weekly = { schedule: "0 2 * * SUN", durationMs: 3_600_000, timeZone: "Asia/Shanghai" };
    await scene.request("POST", "/windows", { name: "Weekly", ...weekly });
    await scene.request("POST", "/calendars", {
      ...{ name: "Office", timeZone: "Asia/Shanghai", weekendDays: [7, 6, 7] },
      sources: [{ type: "country", country: "DE", region: "BY" }],
      days: [{ date: "2026-12-31", kind: "off" }, { date: "2026-12-24", kind: "working", name: " Open " }],
    });
    await scene.request("POST", "/heartbeats", { name: "Backup", schedule: "0 3 * * *", labels: ["a"] });
    await scene.request("POST", "/heartbeats", { name: "Renewal", periodMs: 5_400_000 });
    return scene;
  }

  // deno-lint-ignore no-explicit-any -- any response of the API
  async request(method: string, path: string, body?: unknown): Promise<any> {
    return await this.panel.request(method, path, {
      headers: this.headers,
      ...(body !== undefined && { body }),
    });
  }

  /** Sends the fields of an item that a form could send, and returns the status and the answer. */
  async sendBack(path: string, patch: z.ZodObject, change: Record<string, unknown> = {}) {
    const item = await this.request("GET", path) as Item;
    const fields = Object.keys(patch.shape).filter((field) => field in item);
    // The answer contains what null stands for.
    const automatic = item["missedAutomatic"] === true ? { missed: null } : {};
    const sent = Object.fromEntries(fields.map((field) => [field, item[field]]));
    const body = { ...sent, ...automatic, ...change };
    const response = await this.panel.send("PATCH", path, { headers: this.headers, body });
    return { status: response.status, text: await response.text(), item };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

function withoutVersion({ version: _, updatedAt: __, ...rest }: Record<string, unknown>) {
  return rest;
}

Deno.test("unchanged fields: PATCH accepts what GET returns of anything imported and changes nothing", async () => {
  await using scene = await Scene.open();
  for (const [path, patch] of Object.entries(resources)) {
    const { items } = await scene.request("GET", path) as { items: Item[] };
    assert.ok(items.length > 0, path);
    for (const { id } of items) {
      const { status, text, item } = await scene.sendBack(`${path}/${id}`, patch);
      assert.equal(status, 200, `${path}/${id} ${text}`);
      assert.deepEqual(withoutVersion(await scene.request("GET", `${path}/${id}`)), withoutVersion(item));
    }
  }
  const { status, text } = await scene.sendBack("/settings", settingsPatch);
  assert.equal(status, 200, text);
  const [secret] = (await scene.request("GET", "/variables?q=TOKEN")).items;
  assert.equal((await scene.request("GET", `/variables/${secret.id}?reveal=true`)).value, "a secret");
  const { rules } = await scene.request("GET", "/notifications/rules");
  await scene.request("PUT", "/notifications/rules", { rules });
});

Deno.test("unchanged fields: this test covers every PATCH of the API", async () => {
  await using scene = await Scene.open();
  const { paths } = await scene.request("GET", "/openapi.json") as { paths: Record<string, object> };
  const patched = Object.entries(paths).filter(([, verbs]) => "patch" in verbs).map(([path]) =>
    path.replace(/^\/api/, "")
  );
  assert.deepEqual(
    patched.sort(),
    [...Object.keys(resources).map((path) => `${path}/{id}`), ...others].sort(),
  );
});

Deno.test("unchanged fields: PATCH still checks changed ones", async () => {
  await using scene = await Scene.open();
  const { items } = await scene.request("GET", "/tasks") as { items: Item[] };
  const hooked = items.find(({ before }) => before === "task prepare.js now");
  const path = `/tasks/${hooked?.id}`;
  const issuesOf = async (change: Record<string, unknown>) => {
    const { status, text } = await scene.sendBack(path, taskPatch, change);
    const { issues = [] } = JSON.parse(text);
    return [status, ...issues.map((issue: { path: string; code: string }) => `${issue.path} ${issue.code}`)];
  };
  assert.deepEqual(await issuesOf({ name: "renamed" }), [200]);
  assert.deepEqual(await issuesOf({ before: "task other.js" }), [422, "before contains_task_command"]);
  assert.deepEqual(await issuesOf({ before: "echo", labels: [" "] }), [422, "labels.0 required"]);
  assert.deepEqual(await issuesOf({ before: "echo" }), [200]);
  assert.deepEqual(await issuesOf({ before: "task prepare.js now" }), [422, "before contains_task_command"]);
});

Deno.test("unchanged fields: a subscription accepts changes although the operator no longer allows its address", async () => {
  await using scene = await Scene.open();
  const { items } = await scene.request("GET", "/subscriptions") as { items: Item[] };
  const path = `/subscriptions/${items.find(({ name }) => name === "demo")?.id}`;
  await scene.panel.db.updateTable("subscription").set({ url: "http://git.example.com/o/r.git" })
    .where("name", "=", "demo").execute();
  const statusOf = async (change: Record<string, unknown>) =>
    (await scene.sendBack(path, subscriptionPatch, change)).status;
  assert.equal(await statusOf({ name: "renamed" }), 200);
  assert.equal(await statusOf({ url: "http://git.example.com/o/other.git" }), 422);
  assert.equal(await statusOf({ url: "https://git.example.com/o/r.git" }), 200);
  assert.equal(await statusOf({ url: "http://git.example.com/o/r.git" }), 422);
});
