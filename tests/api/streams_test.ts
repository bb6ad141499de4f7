// Streams of every kind share one limit: a client at the limit gets no further stream of a log or of events.
import assert from "node:assert/strict";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

Deno.test("streams: logs and events share one limit in the composed panel", async () => {
  await using panel = await TestPanel.open();
  const headers = { ...await panel.logIn(), "sec-fetch-site": "same-origin" };
  const task = await panel.request("POST", "/tasks", {
    headers,
    body: { name: "T", command: "sleep 600", schedules: "manual" },
  });
  await panel.request("POST", "/tasks/run", { headers, body: { ids: [task.id] } });
  const { items } = await panel.request("GET", `/tasks/${task.id}/runs`, { headers });
  const runId = items[0].id;
  const paths = (n: number) => n % 2 === 0 ? `/runs/${runId}/log/stream` : "/events";
  const open = await Promise.all(
    Array.from({ length: 20 }, (_, n) => panel.send("GET", paths(n), { headers })),
  );
  assert.deepEqual(new Set(open.map(({ status }) => status)), new Set([200]));
  for (const n of [0, 1]) {
    const rejected = await panel.send("GET", paths(n), { headers });
    // A stream has no end to wait for.
    assert.deepEqual([rejected.status, rejected.headers.get("retry-after")], [429, "30"]);
    assert.equal((await rejected.json()).code, "too_many_requests");
  }
  await open[0]!.body!.cancel();
  const again = await until("a stream to be free", async () => {
    const response = await panel.send("GET", paths(0), { headers });
    if (response.status === 200) return response;
    await response.body?.cancel();
    return null;
  });
  for (const response of [...open.slice(1), again]) await response.body!.cancel();
  await panel.request("POST", "/tasks/stop", { headers, body: { ids: [task.id] } });
});
