import assert from "node:assert/strict";
import type { Api } from "../../web/api/request.ts";
import { bellSourceNames, bellSources } from "../../web/app/bell/bell_sources.ts";
import { TestPanel } from "../support/test_panel.ts";

Deno.test("bell: the API accepts the request of each source, and a new panel has no entries but the free disk", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const get: Api["get"] = (path, { query = {} } = {}) => {
    const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return panel.request("GET", `${path}?${new URLSearchParams(parameters)}`, { headers });
  };
  const api = { get } as Api; // sources only read
  for (const name of bellSourceNames) {
    const { request, find } = bellSources[name];
    const data = await request(api, AbortSignal.timeout(60_000));
    const entries = (find as (data: unknown) => readonly unknown[])(data); // its own response
    if (name !== "disk") assert.deepEqual(entries, [], name);
  }
});
