// The panel beside other schedulers that are packages of Debian or npm, all in one run.
import { existsSync } from "node:fs";
import { BenchPanel, rest, startOver } from "./bench_panel.ts";
import { busyboxCron, debianCron, measureCron } from "./cron_daemon.ts";
import { CrontabUi } from "./crontab_ui.ts";
import { measureAnacron } from "./measure_anacron.ts";
import { createTasks } from "./measure_runs.ts";
import { type PeerPackage, unpackDebian, unpackNpm } from "./peer_packages.ts";
import { burstSizes, PeerReport, RESTING_JOBS } from "./peer_report.ts";
import { memoryOf } from "./process_costs.ts";
import { type Burst, burstOf, reportStart, waitForStarts } from "./start_times.ts";
import { panelFolder, temporaryFolder } from "../support/temporary_folder.ts";

const READY_ROUNDS = 3;
const REST_MS = 15_000;
/** From the creation of the panel's tasks to their due time, on a machine that is fast enough. */
const LEAD_MS = 6_000;
const LEAD_LIMIT_MS = 60_000;

/** Measures the panel and the peers that can be downloaded and started, and names the others; returns Markdown. */
export async function measurePeers(): Promise<string> {
  await using folder = await temporaryFolder();
  const report = new PeerReport();
  const crontabUi = await report.unpack("crontab-ui", () => unpackNpm("crontab-ui", "0.3.16", folder.path));
  const cron = await report.unpack("cron", () => unpackDebian("cron", folder.path));
  const busybox = await report.unpack("BusyBox crond", () => unpackDebian("busybox-static", folder.path));
  const anacron = await report.unpack("anacron", () => unpackDebian("anacron", folder.path));
  const daemons = [["cron", cron, debianCron], ["BusyBox crond", busybox, busyboxCron]] as const;
  // While the next full minute is awaited anyway.
  const between = [
    () => addReady(report, crontabUi),
    () => addAtRest(report, crontabUi),
    () => addAnacron(report, anacron),
  ];
  for (const [peer, unpacked, program] of daemons) {
    for (const count of burstSizes) {
      const burst = unpacked && await report.attempt(peer, () => measureCron(unpacked, program, count));
      if (burst) report.addBurst(peer, count, burst);
      if (burst && count === RESTING_JOBS) report.addMemory(peer, burst.memory);
      // Between two full minutes, so that no burst slows another.
      report.addBurst("panel", count, await measurePanel(count));
      await between.shift()?.();
    }
  }
  report.addReason("systemd-cron", reasonWithoutSystemd());
  return report.format();
}

function reasonWithoutSystemd(): string {
  return existsSync("/run/systemd/system")
    ? "its timers would have to be installed on this machine"
    : "systemd is not running on this machine";
}

/** Measures tasks that are all due at one moment, which may all run at once. */
async function measurePanel(count: number): Promise<Burst> {
  await using bench = await BenchPanel.open({ settings: { concurrency: 200, timeZone: "UTC" } });
  for (let leadMs = LEAD_MS; leadMs <= LEAD_LIMIT_MS; leadMs *= 2) {
    // A full second.
    const due = new Date(Math.ceil((Date.now() + leadMs) / 1000) * 1000);
    const schedule = `${due.getUTCSeconds()} ${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
    const reports = `${bench.reports}-${leadMs}`;
    await createTasks(bench.panel, count, [schedule], { command: reportStart(reports) });
    // Tasks that were created too late are due the next day.
    if (Date.now() < due.getTime() - 1_000) {
      return burstOf(await waitForStarts(reports, count), due.getTime());
    }
  }
  throw new Error(`${count} tasks were not created within ${LEAD_LIMIT_MS / 1000} seconds`);
}

async function addAnacron(report: PeerReport, unpacked: PeerPackage | null): Promise<void> {
  for (const count of burstSizes) {
    const result = unpacked && await report.attempt("anacron", () => measureAnacron(unpacked, count));
    if (result === null) return;
    report.addBurst("anacron", count, { perSecond: result.perSecond });
    if (count === RESTING_JOBS) report.addMemory("anacron", result.memory);
  }
}

/** Adds the time from the start of a process to its first page. */
async function addReady(report: PeerReport, crontabUi: PeerPackage | null): Promise<void> {
  await using dataDir = await panelFolder();
  // The first start of each creates or loads what later ones find.
  for (let round = 0; round <= READY_ROUNDS; round++) {
    const panelMs = await panelReadyMs(dataDir.path);
    if (round > 0) report.addReady("panel", panelMs);
    const ms = crontabUi && await report.attempt("crontab-ui", () => crontabUiReadyMs(crontabUi));
    if (round > 0 && ms !== null) report.addReady("crontab-ui", ms);
  }
}

/** Adds memory some time after jobs were created. */
async function addAtRest(report: PeerReport, crontabUi: PeerPackage | null): Promise<void> {
  await using bench = await BenchPanel.open();
  await createTasks(bench.panel, RESTING_JOBS, ["0 4 * * *"]);
  const measure = async (pid: number) => {
    await rest(REST_MS);
    return await memoryOf(pid);
  };
  const [panel, ui] = await Promise.all([
    measure(bench.panel.pid),
    crontabUi && report.attempt("crontab-ui", async () => {
      await using opened = await CrontabUi.open(crontabUi);
      await opened.createJobs(RESTING_JOBS);
      return await measure(opened.pid);
    }),
  ]);
  report.addMemory("panel", panel);
  if (ui) report.addMemory("crontab-ui", ui);
}

async function panelReadyMs(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  await using panel = await startOver(dataDir);
  const response = await panel.fetch("/");
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the page was answered with ${response.status}`);
  return performance.now() - startedAt;
}

async function crontabUiReadyMs(unpacked: PeerPackage): Promise<number> {
  await using ui = await CrontabUi.open(unpacked);
  return ui.readyMs;
}
