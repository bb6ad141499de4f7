// How far a live log in Chromium is behind the process.
import type { Browser } from "playwright-core";
import { BrowserClient } from "../support/browser.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { type BareServer, rest } from "./bench_panel.ts";
import { createTasks } from "./measure_runs.ts";
import { openPanel } from "./open_page.ts";
import { lineDelays } from "./page_probes.ts";
import type { Measurement } from "./report.ts";
import { percentile } from "./statistics.ts";

const ROUNDS = 3;
const LINES = 25;
const PRINTING = "while :; do date +%s%3N; sleep 0.2; done";

/** Measures the time from the moment when a task prints a line until the line is drawn. */
export async function measureLog(
  browser: Browser,
  panel: PanelProcess,
  bare: BareServer,
): Promise<Measurement[]> {
  const [id = 0] = await createTasks(panel, 1, "manual", { command: PRINTING });
  await panel.json("/api/tasks/run", { json: { ids: [id] } });
  const [values, floor]: [number[][], number[][]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await using plain = await BrowserClient.open(browser);
    await plain.page.goto(`${bare.address}/log`);
    floor.push(await plain.page.evaluate(lineDelays, { lines: LINES }));
    await using client = await openPanel(browser, panel, `/crontab/logModal?id=${id}`);
    await client.page.getByRole("log").waitFor();
    await rest(1_000);
    values.push(await client.page.evaluate(lineDelays, { lines: LINES }));
  }
  return [0.5, 0.95].map((share) => ({
    what: `from a printed line to its drawing in the live log, p${share * 100}`,
    unit: "ms",
    panel: values.map((delays) => percentile(delays, share)),
    floor: { name: "bare Deno + Hono sending each line", values: floor.map((one) => percentile(one, share)) },
    promise: { atMost: 50 },
  }));
}
