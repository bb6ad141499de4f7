// The list of flow runs in short, as the page, the command line and assistants read it.
import assert from "node:assert/strict";
import type { CountedFlowRun, FlowRun } from "../../server/contract/flows.ts";
import { addPerson } from "../support/add_person.ts";
import { after, FlowScene } from "../support/flow_scene.ts";
import { until } from "../support/until.ts";

const list = "/flow-runs?pageSize=5";

function countsOf({ tasks }: FlowRun): CountedFlowRun["taskCounts"] {
  const states = Map.groupBy(tasks, ({ state }) => state);
  return Object.fromEntries([...states].map(([state, alike]) => [state, alike.length]));
}

Deno.test("flow runs: the short list has the number of tasks in each state, and otherwise the same as the long one", async () => {
  await using scene = await FlowScene.open();
  const labels = ["shop"];
  const first = await scene.task("export", "true", undefined, { labels });
  const check = await scene.task("check", "exit 3", after(first));
  await scene.task("upload", "true", after(check), { labels });
  const slow = await scene.task("slow", "sleep 600", after(first));
  await scene.task("last", "true", after(slow));
  const ended = await scene.task("ended", "true");
  await scene.task("next", "true", after(ended));
  await scene.run(ended);
  await scene.call("POST", "/tasks/run", { ids: [first] });
  await until("all but one to have ended", async () => {
    const { items: [flow] } = await scene.call("GET", list);
    const [counts, expected] = [countsOf(flow), {
      succeeded: 1,
      failed: 1,
      not_run: 1,
      running: 1,
      waiting: 1,
    }];
    return Object.entries(expected).every(([state, count]) => counts[state as "waiting"] === count);
  });
  const [long, short] = [await scene.call("GET", list), await scene.call("GET", `${list}&tasks=counts`)];
  assert.deepEqual(
    short,
    {
      ...long,
      items: long.items.map((flow: FlowRun) => {
        const { tasks: _, outside: __, ...rest } = flow;
        return { ...rest, taskCounts: countsOf(flow) };
      }),
    },
  );
  assert.deepEqual(short.items.map(({ state }: CountedFlowRun) => state), ["running", "succeeded"]);
  assert.deepEqual(short.items[1].taskCounts, { succeeded: 2 });
  assert.deepEqual(await scene.call("GET", `${list}&tasks=list`), long);
  assert.equal((await scene.status("GET", `${list}&tasks=none`))[0], 422);

  await addPerson(scene.panel.db, { name: "viewer", role: "viewer", labels });
  const headers = { cookie: "sundial_session=viewer" };
  const { items } = await scene.panel.request("GET", `${list}&tasks=counts`, { headers });
  assert.deepEqual(
    items.map(({ id, taskCounts }: CountedFlowRun) => [id, taskCounts]),
    [[short.items[0].id, { succeeded: 1, not_run: 1 }]],
    "without the tasks of others",
  );
  await scene.call("POST", `/flow-runs/${short.items[0].id}/stop`);
  await scene.ended(short.items[0].id);
});
