// Hours of use in minutes: tasks due every second, clients that come and go. Memory, descriptors and processes of the
// panel must not grow.
import assert from "node:assert/strict";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, isLong, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const ROUNDS = byLength(12, 400);
const WARM_UP = byLength(4, 60);

Deno.test("soak: memory, descriptors and child processes do not grow", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 8, logKeepRuns: 20 } });
  const { panel } = scene;
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) {
    const command = `echo a line of the task; exit ${n % 2}`;
    ids.push(await scene.task(command, { name: `soak ${n}`, schedules: ["* * * * * *"] }));
  }
  const samples: { memory: number; descriptors: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await useOnce(scene, ids);
    samples.push({ memory: scene.residentBytes / 1e6, descriptors: scene.descriptors });
  }
  await scene.quiet(ids);
  const children = await childrenOf(panel.pid);
  assert.deepEqual(children.filter(({ state }) => state === "Z"), [], "zombies are left");
  const after = samples.slice(WARM_UP);
  const third = Math.floor(after.length / 3);
  const [early, late] = [after.slice(0, third), after.slice(-third)];
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;
  const before = median(early!.map(({ descriptors }) => descriptors));
  // Idle connections of clients stay open for half a minute.
  await until(
    `at most ${before + 5} descriptors, as at the beginning`,
    () => scene.descriptors <= before + 5,
    500,
  );
  const open = [before, scene.descriptors];
  const memory = [early, late].map((list) => median(list.map((sample) => sample.memory)));
  // A heap grows for a while before it is collected; only the long form lasts long enough.
  if (isLong) {
    assert.ok(memory[1]! < memory[0]! * 1.15 + 5, `memory grew from ${memory[0]} to ${memory[1]} MB`);
  }
  reportFigure(
    "soak",
    `${ROUNDS} rounds, ${
      scene.query<{ seq: number }>("select max(id) as seq from run")[0]!.seq
    } runs, descriptors ${open.join(" → ")}, memory ${memory.map((one) => one.toFixed(0)).join(" → ")} MB`,
  );
});

async function useOnce({ panel }: PanelScene, ids: readonly number[]): Promise<void> {
  const streams = await Promise.all([
    panel.send("GET", "/events"),
    ...(await panel.request("GET", "/runs?pageSize=3")).items.map(({ id }: { id: number }) =>
      panel.send("GET", `/runs/${id}/log/stream?offset=0`)
    ),
  ]);
  for (
    const path of ["/tasks", "/runs", "/overview", "/settings", "/logs/tree?path=", "/health", "/audit-log"]
  ) {
    await panel.request("GET", path);
  }
  await panel.request("POST", "/tasks/run", { ids });
  const { id } = await panel.request("POST", "/tasks", {
    name: "brief",
    command: "true",
    schedules: "manual",
  });
  await panel.request("DELETE", "/tasks", { ids: [id] });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await Promise.all(streams.map((stream) => stream.body?.cancel()));
}

async function childrenOf(pid: number): Promise<{ pid: number; state: string }[]> {
  const args = ["--ppid", String(pid), "-o", "pid=,state="];
  const { stdout } = await new Deno.Command("ps", { args }).output();
  return new TextDecoder().decode(stdout).trim().split("\n").filter((line) => line !== "").map((line) => {
    const [child = "", state = ""] = line.trim().split(/\s+/);
    return { pid: Number(child), state };
  });
}
