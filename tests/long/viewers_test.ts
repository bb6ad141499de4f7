// Many viewers of one log on the started panel, and viewers that stop reading: all get every line soon, further ones are
// turned away, and nothing is left open.
import assert from "node:assert/strict";
import { percentile } from "../bench/statistics.ts";
import { EventReader } from "../support/event_reader.ts";
import { account } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, isLong, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";
import { RepeatedAction } from "../support/repeated_action.ts";

/** Each session and each token has its own streams. */
const PER_HOLDER = 20;
/** As many as the panel admits, in the long form. */
const VIEWERS = byLength(100, 1_000);
const FURTHER = byLength(0, 20);
const LINES = byLength(50, 150);
/** Addresses of the viewers: the connections of one are limited too. */
const ADDRESSES = 5;

const STALLED = byLength(10, 50);
const STALL_MS = byLength(3, 30) * 1_000;
const STALLED_LINES = byLength(5_000, 100_000);

const signed = new Intl.NumberFormat("en", { maximumFractionDigits: 0, signDisplay: "always" });

Deno.test(`viewers: ${VIEWERS} get every line of a log, and further ones are turned away`, async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 4 } });
  const { panel } = scene;
  const holders = await makeHolders(scene, (VIEWERS + FURTHER) / PER_HOLDER);
  const barrier = scene.path("barrier");
  const run = await scene.run(
    await scene.task(
      `until [ -e ${barrier} ]; do sleep 0.05; done; ` +
        `for n in $(seq ${LINES}); do echo "line $n \${EPOCHREALTIME/./}"; sleep 0.1; done`,
    ),
  );
  await scene.reaches(run, "running");
  await panel.request("GET", "/tasks");
  const [descriptors, memory] = [scene.descriptors, scene.residentBytes];
  const clients = Array.from(
    { length: ADDRESSES },
    (_, n) => Deno.createHttpClient({ localAddress: `127.0.1.${n + 1}` }),
  );
  const viewers: Response[] = [];
  let rejected = 0;
  for (let n = 0; n < VIEWERS + FURTHER; n++) {
    const response = await fetch(`${panel.address}/api/runs/${run}/log/stream?offset=0`, {
      ...{ headers: holders[Math.floor(n / PER_HOLDER)]!, client: clients[n % ADDRESSES]! },
    });
    if (response.status === 429) {
      rejected++;
      assert.ok(Number(response.headers.get("retry-after")) > 0);
      await response.body?.cancel();
    } else {
      assert.equal(response.status, 200);
      viewers.push(response);
    }
  }
  assert.deepEqual([viewers.length, rejected], [VIEWERS, FURTHER]);
  const from = [performance.now(), cpuSeconds(panel.pid)] as const;
  await Deno.writeTextFile(barrier, "");
  const delays: number[] = [];
  await using listing = new RepeatedAction(() => panel.request("GET", "/tasks?pageSize=20"), 50);
  const expected = Array.from({ length: LINES }, (_, index) => index + 1);
  const reading = await Promise.allSettled(viewers.map((response) => readLines(response, delays)));
  const cores = (cpuSeconds(panel.pid) - from[1]) / ((performance.now() - from[0]) / 1_000);
  await listing.end();
  for (const read of reading) {
    if (read.status === "rejected") throw read.reason;
    assert.deepEqual(read.value, expected);
  }
  const grown = (scene.residentBytes - memory) / 1e6;
  // Otherwise the panel has to close the idle connections itself.
  if (!isLong) { for (const client of clients) client.close(); }
  await until("the descriptors to be closed", () => scene.descriptors <= descriptors + 5);
  if (isLong) { for (const client of clients) client.close(); }
  reportFigure(
    "viewers",
    `${VIEWERS} got all ${LINES} lines, p50 ${percentile(delays, 0.5).toFixed(0)}, p99 ${
      percentile(delays, 0.99).toFixed(0)
    } ms after they were printed, ${rejected} further rejected, ${cores.toFixed(2)} cores, memory ${
      signed.format(grown)
    } MB, list p95 ${percentile(listing.durations, 0.95).toFixed(0)} ms, descriptors back within 5`,
  );
});

/** Reads the lines of a log until it ends and returns their numbers; adds how long each was on its way (ms). */
async function readLines(response: Response, delays: number[]): Promise<number[]> {
  const reader = new EventReader(response);
  const numbers: number[] = [];
  let rest = "";
  for (let block = await reader.next(); block; block = await reader.next()) {
    if (block["event"] === "end") break;
    if (block["event"] !== "chunk") continue;
    const lines = (rest + JSON.parse(block["data"]!).text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const [, number, at] = /^line (\d+) (\d+)/.exec(line) ?? [];
      if (number === undefined) continue;
      numbers.push(Number(number));
      delays.push(Date.now() - Number(at) / 1_000);
    }
  }
  await reader.close();
  return numbers;
}

/** Headers of sessions and of tokens in turn, so that neither reaches its own limit. */
async function makeHolders({ panel }: PanelScene, count: number): Promise<Record<string, string>[]> {
  const holders: Record<string, string>[] = [];
  for (let n = 0; n < count; n++) {
    if (n % 2 === 0) {
      const app = { name: `viewers ${n}`, scopes: ["logs:read"] };
      const { clientId, clientSecret } = await panel.request("POST", "/applications", app);
      const { token } = await panel.request("POST", "/auth/token", { clientId, clientSecret });
      holders.push({ authorization: `Bearer ${token}` });
    } else {
      const response = await fetch(`${panel.address}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(account),
      });
      assert.equal(response.status, 200, await response.text());
      holders.push({ cookie: response.headers.getSetCookie()[0]!.split(";")[0]! });
    }
  }
  return holders;
}

/** CPU time that a process has used. */
function cpuSeconds(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

Deno.test("viewers: those that stop reading slow down nobody, need little memory and miss nothing", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 4 } });
  const { panel } = scene;
  const holders = await makeHolders(scene, Math.ceil(STALLED / PER_HOLDER));
  const barrier = scene.path("barrier");
  const command = `until [ -e ${barrier} ]; do sleep 0.05; done; ` +
    `yes "$(head -c 200 /dev/zero | tr '\\0' x)" | head -n ${STALLED_LINES} | nl`;
  const task = await scene.task(command);
  // The same without viewers, for comparison.
  await Deno.writeTextFile(barrier, "");
  const alone = await scene.reaches(await scene.run(task), "succeeded");
  await Deno.remove(barrier);
  const run = await scene.run(task);
  await scene.reaches(run, "running");
  const memory = scene.residentBytes;
  using client = Deno.createHttpClient({});
  const stalled: Response[] = [];
  for (let n = 0; n < STALLED; n++) {
    const headers = holders[Math.floor(n / PER_HOLDER)]!;
    const path = `/api/runs/${run}/log/stream?offset=0`;
    const response = await fetch(panel.address + path, { headers, client });
    assert.equal(response.status, 200);
    stalled.push(response);
  }
  const opened = Date.now();
  await Deno.writeTextFile(barrier, "");
  const ended = await scene.reaches(run, "succeeded");
  const took = Date.parse(ended.finishedAt) - opened;
  const latencies: number[] = [];
  for (const from = performance.now(); performance.now() - from < STALL_MS;) {
    const asked = performance.now();
    await panel.request("GET", "/tasks?pageSize=20");
    latencies.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const grown = (scene.residentBytes - memory) / 1e6;
  const expected = await (await panel.send("GET", `/runs/${run}/log`)).text();
  for (const response of stalled) {
    assert.equal(await readText(response), expected, "what was printed meanwhile is missing");
  }
  assert.ok(grown < 2 * STALLED + 50, `memory grew by ${grown} MB`);
  reportFigure(
    "stalled viewers",
    `${STALLED} of ${(expected.length / 1e6).toFixed(0)} MB stopped reading for ${
      STALL_MS / 1_000
    } s: the task took ${took} ms (${alone.durationMs} alone), memory ${signed.format(grown)} MB, list p95 ${
      percentile(latencies, 0.95).toFixed(0)
    } ms; reading on, each got every byte`,
  );
});

async function readText(response: Response): Promise<string> {
  const reader = new EventReader(response);
  let text = "";
  for (let block = await reader.next(); block; block = await reader.next()) {
    if (block["event"] === "end") break;
    if (block["event"] === "chunk") text += JSON.parse(block["data"]!).text;
  }
  await reader.close();
  return text;
}
