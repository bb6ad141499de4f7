// What the panel costs before it does anything: time to ready, memory and CPU time.
import { BareServer, rest, startOver } from "./bench_panel.ts";
import { cpuSeconds, memoryOf } from "./process_costs.ts";
import type { Measurement } from "./report.ts";

const READY_ROUNDS = 7;
const IDLE_ROUNDS = 3;
/** Until then, V8 frees memory that was used only for startup. */
const SETTLE_MS = 60_000;
const IDLE_MS = 60_000;
const MEBIBYTE = 1024 * 1024;

/** Measures time to ready of an empty panel and of one with 10,000 tasks and a million runs. */
export async function measureReady(emptyDir: string, fullDir: string): Promise<Measurement[]> {
  const bare: number[] = [];
  const empty: number[] = [];
  const full: number[] = [];
  // The first start of each creates what later ones find.
  for (const dataDir of [emptyDir, fullDir]) await (await startOver(dataDir)).stop();
  for (let round = 0; round < READY_ROUNDS; round++) {
    await using server = await BareServer.open();
    bare.push(server.readyMs);
    for (const [dataDir, times] of [[emptyDir, empty], [fullDir, full]] as const) {
      await using panel = await startOver(dataDir);
      times.push(panel.readyMs);
    }
  }
  const floor = { name: "bare Deno + Hono", values: bare };
  return [
    { what: "time to ready, no tasks", unit: "ms", panel: empty, floor },
    {
      what: "time to ready, 10,000 tasks and a million runs",
      unit: "ms",
      panel: full,
      floor,
      promise: { atMostTimes: 3 },
    },
  ];
}

interface Idle {
  resident: number[];
  proportional: number[];
  cpuMs: number[];
}

/** Measures the CPU time of the second minute after the start, and memory at its end; all programs rest side by side. */
export async function measureIdle(emptyDir: string, fullDir: string): Promise<Measurement[]> {
  const newIdle = (): Idle => ({ resident: [], proportional: [], cpuMs: [] });
  const [bare, empty, full] = [newIdle(), newIdle(), newIdle()];
  for (let round = 0; round < IDLE_ROUNDS; round++) {
    await using server = await BareServer.open();
    await using emptyPanel = await startOver(emptyDir);
    await using fullPanel = await startOver(fullDir);
    const programs = [[server.process.pid, bare], [emptyPanel.pid, empty], [fullPanel.pid, full]] as const;
    await rest(SETTLE_MS);
    const before = await Promise.all(programs.map(([pid]) => cpuSeconds(pid)));
    await rest(IDLE_MS);
    for (const [index, [pid, idle]] of programs.entries()) {
      idle.cpuMs.push(1000 * (await cpuSeconds(pid) - before[index]!));
      const { resident, proportional } = await memoryOf(pid);
      idle.resident.push(resident / MEBIBYTE);
      idle.proportional.push(proportional / MEBIBYTE);
    }
  }
  const memory = (
    what: string,
    key: "resident" | "proportional",
    panel: Idle,
    times: number,
  ): Measurement => ({
    what,
    unit: "MiB",
    panel: panel[key],
    floor: { name: "bare Deno + Hono", values: bare[key] },
    promise: { atMostTimes: times },
  });
  return [
    memory("resident memory idle, no tasks", "resident", empty, 1.5),
    memory("… its share of it (PSS)", "proportional", empty, 1.5),
    memory("resident memory idle, 10,000 tasks and a million runs", "resident", full, 2),
    memory("… its share of it (PSS)", "proportional", full, 2),
    {
      what: "CPU time in a minute in which nothing is due, 10,000 tasks",
      unit: "ms",
      panel: full.cpuMs,
      floor: { name: "bare Deno + Hono", values: bare.cpuMs },
      promise: { atMost: 60 },
    },
  ];
}
