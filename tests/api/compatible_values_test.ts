// Values that the contract rejects, in every field of every call of the compatible API that writes: they must be rejected there,
// too, and nothing that was stored may break the contract or what others read.
import assert from "node:assert/strict";
import type * as z from "zod";
import { dependencyInput } from "../../server/contract/dependencies.ts";
import { settingsPatch } from "../../server/contract/settings.ts";
import { subscriptionPatch } from "../../server/contract/subscriptions.ts";
import { taskInput } from "../../server/contract/tasks.ts";
import { variableInput } from "../../server/contract/variables.ts";
import { viewInput } from "../../server/contract/views.ts";
import { CompatibleClient, type Json } from "../support/compatible_client.ts";
import { listCompatibleEndpoints } from "../support/endpoints.ts";
import { TestPanel } from "../support/test_panel.ts";

const texts = [
  "a\0b",
  "a\u001b[2Jb",
  "\ud800",
  "x".repeat(900_000),
  "constructor",
  "__proto__",
  "\n",
  "\u202ea",
];
const numbers = [-1, 0, 1.5, 5_000, 36_500, 999_999_999_999_999, "7\0", null];

const cron = {
  ...{ name: "a", command: "true", schedule: "0 1 * * *", extra_schedules: [{ schedule: "0 2 * * *" }] },
  ...{ labels: ["l"], task_before: "true", task_after: "true", log_name: "folder", work_dir: "work" },
  allow_multiple_instances: 1,
};
const view = {
  name: "v",
  filters: [{ property: "name", operation: "Reg", value: "x" }, {
    property: "status",
    operation: "In",
    value: [1],
  }],
  sorts: [{ property: "name", type: "ASC" }],
  filterRelation: "and",
};
const env = { name: "NAME", value: "v", remarks: "r", labels: ["l"] };
const subscription = {
  ...{ name: "s", type: "public-repo", url: "https://git.example.com/o/r.git", branch: "main", alias: "o_r" },
  ...{ schedule_type: "crontab", schedule: "0 3 * * *", whitelist: "a", blacklist: "b", dependences: "c" },
  ...{ extensions: "js", sub_before: "true", sub_after: "true", proxy: "http://proxy.example.com:1" },
};
const privately = {
  ...{ ...subscription, type: "private-repo", alias: "o_p", pull_type: "user-pwd" },
  pull_option: { username: "u", password: "p" },
};

/** The calls with values of their own, each with a body that it accepts. */
const calls: [method: string, path: string, body: unknown][] = [
  ["POST", "/crons", cron],
  ["PUT", "/crons", { ...cron, id: 1 }],
  ["POST", "/crons/labels", { ids: [1], labels: ["l"] }],
  ["DELETE", "/crons/labels", { ids: [1], labels: ["l"] }],
  ["POST", "/crons/views", view],
  ["PUT", "/crons/views", { ...view, id: 1 }],
  ["POST", "/envs", [env]],
  ["PUT", "/envs", { ...env, id: 1 }],
  ["PUT", "/envs/name", { ids: [1], name: "NAME" }],
  ["POST", "/envs/labels", { ids: [1], labels: ["l"] }],
  ["DELETE", "/envs/labels", { ids: [1], labels: ["l"] }],
  ["PUT", "/envs/{id}/move", { fromIndex: 0, toIndex: 0 }],
  ["POST", "/subscriptions", subscription],
  ["POST", "/subscriptions", privately],
  ["PUT", "/subscriptions", { ...privately, id: 1 }],
  // The name of a package is never a good one here, so that none is installed.
  ["POST", "/dependencies", [{ name: "-bad", type: 0, remark: "r" }]],
  ["PUT", "/dependencies", { id: 1, name: "-bad", type: 0, remark: "r" }],
  ["PUT", "/system/config/log-remove-frequency", { logRemoveFrequency: 9 }],
  ["PUT", "/system/config/cron-concurrency", { cronConcurrency: 5 }],
  ["PUT", "/system/config/timezone", { timezone: "Asia/Tokyo" }],
  ["PUT", "/system/config/lang", { lang: "en" }],
  ["PUT", "/system/config/panel-title", { panelTitle: "Mine" }],
  ["PUT", "/system/notify", { title: "t", content: "c" }],
  ["POST", "/configs/save", { name: "extra.sh", content: "true" }],
];

/** Calls whose body only names what they act on, or is run and not stored. */
const withoutValues = [
  /^PUT \/crons\/(run|stop|enable|disable|pin|unpin|status|views\/(move|enable|disable))$/,
  /^DELETE \/(crons|crons\/views|envs|subscriptions|dependencies|dependencies\/force|scripts|logs)$/,
  /^PUT \/(envs|subscriptions)\/(enable|disable|pin|unpin|run|stop|status)$/,
  /^PUT \/dependencies\/(reinstall|cancel)$/,
  /^(POST|PUT) \/scripts$|^PUT \/scripts\/rename$|^PUT \/scripts\/(run|stop)$|^POST \/(scripts|logs)\/download$/,
  /^PUT \/user\/two-factor\/login$|^POST \/user\/login$/,
  /^PUT \/system\/command-(run|stop)$|^POST \/dashboard\/record$/,
];

Deno.test("compatible values: every call that writes values is known", async () => {
  await using panel = await TestPanel.open();
  const endpoints = await listCompatibleEndpoints(panel, await panel.logIn());
  const known = new Set(calls.map(([method, path]) => `${method} ${path.replace("{id}", "1")}`));
  const unknown = endpoints.filter(({ hasBody }) => hasBody)
    .map(({ method, path }) => `${method} ${path.replace("/open", "")}`)
    .filter((call) => !known.has(call) && !withoutValues.some((pattern) => pattern.test(call)));
  assert.deepEqual(unknown, []);
});

/** Returns a body for each of its values and each hostile one in its place. */
function* hostileBodies(body: Json): Generator<{ at: string; body: Json }> {
  for (const [path, value] of leaves(body)) {
    const instead = typeof value === "number" ? numbers : texts;
    for (const other of instead) yield { at: path.join("."), body: replaced(body, path, other) };
    if (path.at(-1) === 0) {
      const many = Array.from(
        { length: 5_000 },
        (_, index) => typeof value === "number" ? index : `l${index}`,
      );
      yield { at: path.slice(0, -1).join("."), body: replaced(body, path.slice(0, -1), many) };
    }
  }
}

function* leaves(value: Json, path: (string | number)[] = []): Generator<[(string | number)[], unknown]> {
  if (typeof value !== "object" || value === null) return yield [path, value];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const key of keys) yield* leaves(value[key], [...path, key]);
}

function replaced(value: Json, [key, ...rest]: (string | number)[], other: unknown): Json {
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(value[key], rest, other);
  return copy;
}

/** What each list of the panel's own API has, and the schema that its items have to meet where it has their fields. */
const stored: [path: string, schema: z.ZodObject, without: string[]][] = [
  ["/tasks?pageSize=500", taskInput, []],
  ["/variables?pageSize=500", variableInput, []],
  ["/views", viewInput, []],
  ["/dependencies?pageSize=500", dependencyInput, []],
  // Written as one text, returned as what may be shown.
  ["/subscriptions?pageSize=500", subscriptionPatch, ["proxy"]],
];
/** What everybody else reads. */
const reads = ["/tasks/labels", "/tasks?label=x", "/variables/labels", "/variables?label=x", "/settings"];

for (const [method, path, body] of calls) {
  Deno.test(`compatible values: ${method} ${path} stores nothing that the contract rejects`, async () => {
    await using panel = await TestPanel.open();
    const headers = await panel.logIn();
    const own = { title: "Own", logRetentionDays: null, concurrency: 2 };
    await panel.request("PATCH", "/settings", { headers, body: own });
    await panel.request("PATCH", "/settings", {
      headers,
      body: { dependencies: { nodeMirror: "http://127.0.0.1:9/" } },
    }).catch(() => {});
    const client = await CompatibleClient.logIn(panel);
    await client.call("POST", "/crons", { ...cron, name: "first", schedule: "@once" });
    await client.call("POST", "/crons/views", { ...view, name: "first" });
    await client.call("POST", "/envs", [{ ...env, name: "FIRST" }]);
    await client.call("POST", "/subscriptions", { ...privately, name: "first", alias: "first" });
    for (const sent of hostileBodies(body)) {
      const { status, json } = await client.send(method, path.replace("{id}", "1"), sent.body);
      const what = `${method} ${path} ${sent.at} = ${JSON.stringify(at(sent)).slice(0, 40)}`;
      assert.ok(
        status === 200 || status === 400 || isOldFailure(status, json),
        `${what}: ${status} ${JSON.stringify(json).slice(0, 200)}`,
      );
    }
    for (const [list, schema, without] of stored) await meets(panel, headers, { list, schema, without });
    for (const read of reads) {
      const response = await panel.send("GET", read, { headers });
      assert.equal(response.status, 200, read);
      await response.body?.cancel();
    }
    const settings = await panel.request("GET", "/settings", { headers });
    const unchanged = path.startsWith("/system/config") ? [] : Object.entries(own);
    for (const [name, value] of unchanged) assert.deepEqual(settings[name], value, name);
    const rows = await panel.db.selectFrom("setting").select(["name", "value_json"]).execute();
    for (const { name, value_json } of rows) {
      const field = settingsPatch.shape[name as keyof typeof settingsPatch.shape];
      if (field) assert.ok(field.safeParse(JSON.parse(value_json)).success, `${name} = ${value_json}`);
    }
  });
}

function at({ at, body }: { at: string; body: Json }): unknown {
  return at === "" ? body : at.split(".").reduce((value, key) => value?.[key], body);
}

// The old panel's own failures: what is missing, and what exists already.
function isOldFailure(status: number, json: Json): boolean {
  return status === 500 &&
    (/ not found$/.test(json.message) || json.errors?.[0]?.type === "unique violation");
}

async function meets(
  panel: TestPanel,
  headers: Record<string, string>,
  { list, schema, without }: { list: string; schema: z.ZodObject; without: string[] },
): Promise<void> {
  const { items } = await panel.request("GET", list, { headers });
  for (const item of items) {
    for (const [name, field] of Object.entries(schema.shape)) {
      if (!(name in item) || without.includes(name)) continue;
      const result = (field as z.ZodType).safeParse(item[name]);
      assert.ok(result.success, `${list} ${name} = ${JSON.stringify(item[name]).slice(0, 80)}`);
    }
  }
}

Deno.test("compatible values: what the owner set stays when an application sends what is out of range", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const own = { logRetentionDays: null, concurrency: 2, title: "Own" };
  await panel.request("PATCH", "/settings", { headers, body: own });
  const client = await CompatibleClient.logIn(panel, ["system:write"]);
  const rows: [string, string, unknown][] = [
    ["log-remove-frequency", "logRemoveFrequency", 36_500],
    ["log-remove-frequency", "logRemoveFrequency", "-1"],
    ["cron-concurrency", "cronConcurrency", 5_000],
    ["panel-title", "panelTitle", "x".repeat(500)],
    ["panel-title", "panelTitle", "a\u001b]0;b\u0007"],
  ];
  for (const [name, field, value] of rows) {
    const { status, json } = await client.send("PUT", `/system/config/${name}`, { [field]: value });
    assert.deepEqual([status, json.validation?.body.keys], [400, [field]], `${field} = ${value}`);
  }
  const { logRetentionDays, concurrency, title } = await panel.request("GET", "/settings", { headers });
  assert.deepEqual({ logRetentionDays, concurrency, title }, own);
});

Deno.test("compatible values: names that every object has mean nothing in filters, orders and queries", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  await client.call("POST", "/crons", cron);
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    const { data } = await client.call("POST", "/crons/views", {
      name,
      filters: [{ property: name, operation: "Reg", value: "x" }, {
        property: "name",
        operation: name,
        value: "x",
      }],
      sorts: [{ property: name, type: "ASC" }],
    });
    assert.deepEqual([data.filters, data.sorts], [[], []], name);
    assert.equal((await panel.request("GET", `/tasks?viewId=${data.id}`, { headers })).total, 1);
    await client.call("GET", `/dependencies?type=${name}&status=${name}`);
    const text = (value: unknown) => encodeURIComponent(JSON.stringify(value));
    await client.call("GET", `/crons?sorter=${text({ field: name, type: "ASC" })}`);
    await client.call("GET", `/crons?filters=${text({ [name]: [1] })}`);
    const queryString = text({
      filters: [{ property: name, operation: "Reg", value: "x" }],
      sorts: [{ property: name, type: name }],
    });
    await client.call("GET", `/crons?queryString=${queryString}`);
  }
});

Deno.test("compatible values: a stored view with an unknown order lists its tasks", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await CompatibleClient.logIn(panel);
  await client.call("POST", "/crons", cron);
  const { data } = await client.call("POST", "/crons/views", view);
  const odd = JSON.stringify([{ descending: false }, { field: "constructor", descending: true }]);
  const conditions = JSON.stringify([{ operator: "contains", values: ["x"] }]);
  await panel.db.updateTable("view").set({ sort_json: odd, conditions_json: conditions }).execute();
  assert.equal((await panel.request("GET", `/tasks?viewId=${data.id}`, { headers })).total, 1);
  assert.deepEqual((await panel.request("GET", `/views/${data.id}`, { headers })).sort, []);
});
