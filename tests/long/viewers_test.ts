// Many viewers of one busy log, and viewers that stop reading: all others get every line, and nothing is left open.
import assert from "node:assert/strict";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, isLong, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

/** Each application has its own token, and each token its own streams. */
const PER_TOKEN = 20;
const VIEWERS = byLength(100, 480);
const STALLED = byLength(20, 100);
const LINES = byLength(50, 300);

Deno.test(`viewers: ${VIEWERS} get every line of a log, while ${STALLED} that stop reading harm nobody`, async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 4 } });
  const { panel } = scene;
  const tokens = await makeTokens(scene, Math.ceil((VIEWERS + STALLED) / PER_TOKEN));
  const barrier = scene.path("barrier");
  const filler = "x".repeat(2_000);
  const command = `until [ -e ${barrier} ]; do sleep 0.05; done; ` +
    `for n in $(seq ${LINES}); do echo "line $n ${filler}"; sleep 0.02; done`;
  const run = await scene.run(await scene.task(command));
  await scene.reaches(run, "running");
  await panel.request("GET", "/tasks");
  const [descriptors, memory] = [scene.descriptors, scene.residentBytes];
  using client = Deno.createHttpClient({});
  let next = 0;
  const open = async () => {
    const token = tokens[Math.floor(next++ / PER_TOKEN)]!;
    return await fetch(`${panel.address}/api/runs/${run}/log/stream?offset=0`, {
      ...{ headers: { authorization: `Bearer ${token}` }, client },
    });
  };
  const stalled: Response[] = [];
  const reading: Promise<string>[] = [];
  let rejected = 0;
  for (let n = 0; n < VIEWERS + STALLED; n++) {
    const response = await open();
    if (response.status === 429) {
      rejected++;
      assert.ok(Number(response.headers.get("retry-after")) > 0);
      await response.body?.cancel();
    } else {
      assert.equal(response.status, 200);
      if (n < STALLED) stalled.push(response);
      else reading.push(response.text());
    }
  }
  assert.ok(VIEWERS + STALLED > 500 ? rejected > 0 : rejected === 0, `${rejected} were rejected`);
  await Deno.writeTextFile(barrier, "");
  const latencies: number[] = [];
  const ended = scene.reaches(run, "succeeded");
  let isOver = false;
  void ended.then(() => isOver = true);
  while (!isOver) {
    const from = performance.now();
    await panel.request("GET", "/tasks?pageSize=20");
    latencies.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await ended;
  for (const text of await Promise.all(reading)) {
    const numbers = [...text.matchAll(/line (\d+) x/g)].map(([, digits]) => Number(digits));
    assert.deepEqual(numbers, Array.from({ length: LINES }, (_, index) => index + 1));
  }
  const grown = (scene.residentBytes - memory) / 1e6;
  await Promise.all(stalled.map((response) => response.body!.cancel()));
  // Otherwise the panel has to close the idle connections itself.
  if (!isLong) client.close();
  await until("the descriptors to be closed", () => scene.descriptors <= descriptors + 5);
  latencies.sort((a, b) => a - b);
  const p95 = latencies[Math.floor(latencies.length * 0.95)]!;
  reportFigure(
    "viewers",
    `${reading.length} got all ${LINES} lines, ${stalled.length} stopped reading, ${rejected} rejected, memory +${
      grown.toFixed(0)
    } MB, list p95 ${p95.toFixed(0)} ms, descriptors back within 5`,
  );
});

async function makeTokens({ panel }: PanelScene, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) {
    const { clientId, clientSecret } = await panel.request("POST", "/applications", {
      name: `viewers ${n}`,
      scopes: ["logs:read", "tasks:read"],
    });
    tokens.push((await panel.request("POST", "/auth/token", { clientId, clientSecret })).token);
  }
  return tokens;
}
