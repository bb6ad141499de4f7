// What output costs: a task that prints a gigabyte, the end of its log, and many viewers of a busy one.
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { BareServer, BenchPanel, rest } from "./bench_panel.ts";
import { createTasks } from "./measure_runs.ts";
import { cpuSeconds } from "./process_costs.ts";
import type { Measurement } from "./report.ts";
import { percentile, timeEach } from "./statistics.ts";

const ROUNDS = 3;
const GIGABYTE = 1_000_000_000;
const TAIL = 64 * 1024;
const VIEWERS = 200;
/** Streams that one token may open. */
const PER_TOKEN = 20;
const PRINTING = `yes "${"x".repeat(99)}" | head -c ${GIGABYTE}`;

/** Measures a task that prints 1 GB, and reading the end of its log. */
export async function measureOutput(): Promise<Measurement[]> {
  await using bench = await BenchPanel.open({ settings: { logMaxBytes: 2 * GIGABYTE } });
  const { panel, dataDir } = bench;
  const [id = 0] = await createTasks(panel, 1, "manual", { command: PRINTING });
  const plain = join(dataDir, "plain.txt");
  const seconds: number[] = [];
  const floor: number[] = [];
  const cpu: number[] = [];
  let run: Run | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await new Deno.Command("setsid", { args: ["bash", "-c", `${PRINTING} > '${plain}'`] }).output();
    floor.push((performance.now() - startedAt) / 1000);
    const before = await cpuSeconds(panel.pid);
    run = await runToEnd(panel, id);
    cpu.push(await cpuSeconds(panel.pid) - before);
    seconds.push((run.durationMs ?? Number.NaN) / 1000);
  }
  const tail: number[] = [];
  const file: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const headers = { range: `bytes=-${TAIL}` };
    const times = await timeEach(20, 1, async () => {
      const response = await panel.fetch(`/api/runs/${run?.id}/log`, { headers });
      if ((await response.bytes()).length !== TAIL) throw new Error("the end of the log is incomplete");
    });
    tail.push(percentile(times, 0.95));
    const bare = await timeEach(
      20,
      1,
      () => new Deno.Command("tail", { args: ["-c", `${TAIL}`, plain] }).output(),
    );
    file.push(percentile(bare, 0.95));
  }
  return [
    {
      what: "a task that prints 1 GB",
      unit: "s",
      panel: seconds,
      floor: { name: "the same to a plain file", values: floor },
      promise: { atMostTimes: 1.05 },
    },
    { what: "… CPU time of the panel meanwhile", unit: "s", panel: cpu, promise: { atMost: 0.1 } },
    {
      what: "the last 64 KiB of that log, p95",
      unit: "ms",
      panel: tail,
      floor: { name: "`tail -c`", values: file },
      promise: { atMost: 100 },
    },
  ];
}

/** Measures the CPU time while 200 viewers follow a log that grows by 100 lines a second. */
export async function measureViewers(): Promise<Measurement[]> {
  await using bench = await BenchPanel.open();
  await using bare = await BareServer.open();
  const { panel } = bench;
  const tokens = await makeTokens(panel, VIEWERS / PER_TOKEN);
  const [id = 0] = await createTasks(
    panel,
    1,
    "manual",
    { command: `while :; do echo ${"x".repeat(100)}; sleep 0.01; done` },
  );
  await panel.json("/api/tasks/run", { json: { ids: [id] } });
  const { items: [run] } = await panel.json<List<Run>>(`/api/tasks/${id}/runs?pageSize=1`);
  const log = `${panel.address}/api/runs/${run?.id}/log/stream?offset=0`;
  const cores: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    cores.push(
      await coresWhileFollowing(
        panel.pid,
        (n) => fetch(log, { headers: { authorization: `Bearer ${tokens[Math.floor(n / PER_TOKEN)]}` } }),
      ),
    );
    floor.push(await coresWhileFollowing(bare.process.pid, () => fetch(`${bare.address}/lines`)));
  }
  await panel.json(`/api/runs/${run?.id}/stop`, { method: "POST" });
  return [{
    what: "200 viewers of a log of 100 lines a second",
    unit: "cores",
    panel: cores,
    floor: { name: "bare Deno + Hono sending each line", values: floor },
    promise: { atMost: 1 },
  }];
}

async function coresWhileFollowing(pid: number, open: (n: number) => Promise<Response>): Promise<number> {
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, (_, n) => open(n)));
  const over = new AbortController();
  let bytes = 0;
  const read = viewers.map(async ({ ok, status, body }) => {
    if (!ok || !body) throw new Error(`a viewer was answered with ${status}`);
    const count = new WritableStream<Uint8Array>({ write: (chunk) => void (bytes += chunk.length) });
    await body.pipeTo(count, { signal: over.signal }).catch(() => {}); // ends by the signal
  });
  await rest(1_000);
  const [before, startedAt] = [await cpuSeconds(pid), performance.now()];
  await rest(6_000);
  const cores = (await cpuSeconds(pid) - before) / ((performance.now() - startedAt) / 1000);
  over.abort();
  await Promise.all(read);
  if (bytes < VIEWERS * 5_000) throw new Error("the viewers have received too little");
  return cores;
}

async function makeTokens(panel: PanelProcess, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) {
    const json = { name: `viewers ${n}`, scopes: ["logs:read"] };
    const application = await panel.json<Record<string, string>>("/api/applications", { json });
    const { clientId, clientSecret } = application;
    tokens.push(
      (await panel.json<{ token: string }>("/api/auth/token", { json: { clientId, clientSecret } })).token,
    );
  }
  return tokens;
}

async function runToEnd(panel: PanelProcess, id: number): Promise<Run> {
  const last = async () => (await panel.json<List<Run>>(`/api/tasks/${id}/runs?pageSize=1`)).items[0];
  const before = await last();
  await panel.json("/api/tasks/run", { json: { ids: [id] } });
  return await until("the run to end", async () => {
    const run = await last();
    return run !== undefined && run.id !== before?.id && run.finishedAt !== null ? run : null;
    // Each look costs the panel time that is not the output's.
  }, 500);
}
