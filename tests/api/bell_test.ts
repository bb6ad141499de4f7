import assert from "node:assert/strict";
import type { EventType } from "../../server/contract/events.ts";
import { eventSources } from "../../server/features/notifications/sources/event_sources.ts";
import type { Api } from "../../web/api/request.ts";
import { bellSourceNames, bellSources } from "../../web/app/bell/bell_sources.ts";
import { TestPanel } from "../support/test_panel.ts";

function apiOf(panel: TestPanel, headers: Record<string, string>): Api {
  const get: Api["get"] = (path, { query = {} } = {}) => {
    const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return panel.request("GET", `${path}?${new URLSearchParams(parameters)}`, { headers });
  };
  return { get } as Api; // sources only read
}

Deno.test("bell: the API accepts the request of each source, and a new panel has no entries but the free disk", async () => {
  await using panel = await TestPanel.open();
  const api = apiOf(panel, await panel.logIn());
  for (const name of bellSourceNames) {
    const { request, find } = bellSources[name];
    const data = await request(api, AbortSignal.timeout(60_000));
    const entries = (find as (data: unknown) => readonly unknown[])(data); // its own response
    if (name !== "disk") assert.deepEqual(entries, [], name);
  }
});

Deno.test("bell: lists a failed login however many logins succeeded after it", async () => {
  await using panel = await TestPanel.open();
  const api = apiOf(panel, await panel.logIn());
  const row = { at: Date.now(), ip: "192.0.2.1", place: "", user_agent: "" };
  const successes = Array.from({ length: 100 }, () => ({ ...row, status: "succeeded" as const }));
  await panel.db.insertInto("login_log").values([{ ...row, status: "wrong_code" }, ...successes]).execute();
  const { request, find } = bellSources.logins;
  const entries = find(await request(api, AbortSignal.timeout(60_000)));
  assert.deepEqual(entries.map(({ group }) => group), ["login 192.0.2.1"]);
});

Deno.test("bell: every live event that can cause a notification refreshes one of its sources", () => {
  // The bell lists their runs, or does not list what they report.
  const others: EventType[] = ["subscription:pulled", "dependency:changed", "login:succeeded"];
  const refreshing = new Set(Object.values(bellSources).flatMap(({ refreshedBy }) => refreshedBy));
  const missing = eventSources.flatMap(({ on }) => on).filter((type) => !refreshing.has(type));
  assert.deepEqual(missing.sort(), others.sort());
});
