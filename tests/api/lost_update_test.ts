import assert from "node:assert/strict";
import { TestPanel } from "../support/test_panel.ts";
import { password } from "../support/test_app.ts";

const SAVERS = 100;

interface Edited {
  what: string;
  /** Creates an entity and returns its path and the version that was read. */
  make(panel: TestPanel, headers: Record<string, string>): Promise<{ path: string; version: number }>;
  /** Returns the change of each client, so that no two are equal. */
  change(saver: number): Record<string, unknown>;
  field: string;
  /** Error codes of the rejected clients. */
  losers?: readonly string[];
}

const made = (path: string, body: unknown) => async (panel: TestPanel, headers: Record<string, string>) => {
  const { id, version } = await panel.request("POST", path, { body, headers });
  return { path: `${path}/${id}`, version: Number(version) };
};

const name = (saver: number) => ({ name: `Saver ${saver}` });

const edited: Edited[] = [
  {
    ...{ what: "a task", change: name, field: "name" },
    make: made("/tasks", { name: "T", command: "true", schedules: "manual" }),
  },
  {
    what: "a variable",
    make: made("/variables", { name: "V", value: "first" }),
    change: (saver) => ({ value: `value ${saver}` }),
    field: "value",
  },
  {
    ...{ what: "a view", change: name, field: "name" },
    make: made("/views", { name: "W", conditions: [] }),
  },
  {
    ...{ what: "a subscription", change: name, field: "name" },
    make: made("/subscriptions", {
      ...{ name: "S", type: "public_repository", url: "https://example.com/o/r.git" },
      schedule: { kind: "manual" },
    }),
  },
  {
    ...{ what: "an application", change: name, field: "name" },
    make: made("/applications", { name: "A", scopes: ["tasks:read"] }),
  },
  {
    ...{ what: "a channel", change: name, field: "name" },
    make: made("/notifications", {
      ...{ name: "N", type: "webhook" },
      fields: { webhookUrl: "https://hook.example/?t=$title", webhookMethod: "GET" },
    }),
  },
  {
    ...{
      what: "the account",
      field: "username",
      change: (saver) => ({ username: `saver ${saver}`, current: password }),
    },
    // Too many concurrent passwords are not all checked.
    losers: ["stale_version", "too_many_requests"],
    make: async (panel, headers) => ({
      path: "/account",
      version: Number((await panel.request("GET", "/account", { headers })).version),
    }),
  },
  {
    what: "the settings",
    make: async (panel, headers) => ({
      path: "/settings",
      version: Number((await panel.request("GET", "/settings", { headers })).version),
    }),
    change: (saver) => ({ title: `Title ${saver}` }),
    field: "title",
  },
];

for (const { what, make, change, field, losers = ["stale_version"] } of edited) {
  Deno.test(`lost updates: of ${SAVERS} clients that save ${what} at once with one version, one succeeds`, async () => {
    await using panel = await TestPanel.open();
    const headers = await panel.logIn();
    const sameOriginHeaders = { ...headers, "sec-fetch-site": "same-origin" };
    const { path, version } = await make(panel, sameOriginHeaders);
    const responses = await Promise.all(
      Array.from({ length: SAVERS }, async (_, saver) => {
        const sent = { body: change(saver), headers: { ...sameOriginHeaders, "if-match": `"${version}"` } };
        const response = await panel.send("PATCH", path, sent);
        return { saver, status: response.status, body: await response.json() };
      }),
    );
    const winners = responses.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    const rejections = new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body.code));
    assert.deepEqual([...rejections].filter((code) => !losers.includes(code)), []);
    assert.ok(rejections.has("stale_version"));
    const stored = await readBack(panel, path, sameOriginHeaders);
    assert.equal(stored[field], change(winners[0]!.saver)[field]);
    assert.equal(stored.version, version + 1);
  });
}

// Views and applications have no endpoint for one entity.
async function readBack(panel: TestPanel, path: string, headers: Record<string, string>) {
  const [, list, id] = /^(\/views|\/applications)\/(\d+)$/.exec(path) ?? [];
  if (list === undefined) return await panel.request("GET", path, { headers });
  const { items } = await panel.request("GET", list, { headers });
  return items.find((item: { id: number }) => item.id === Number(id));
}
