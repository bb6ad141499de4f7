// A list of ten thousand tasks in Chromium: scrolling and searching.
import type { Browser } from "playwright-core";
import { texts } from "../../web/messages/en/texts.ts";
import { BrowserClient } from "../support/browser.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { type BareServer, rest } from "./bench_panel.ts";
import { openPanel } from "./open_page.ts";
import { frameTimes, whenDrawn } from "./page_probes.ts";
import type { Measurement } from "./report.ts";
import { percentile } from "./statistics.ts";

const ROUNDS = 3;
const SCROLL = { pixels: 150, frames: 300 };
const SEARCHES = 5;
/** Between two keys. */
const KEY_MS = 100;

/** Measures the time between frames while the whole list is scrolled. */
export async function measureScrolling(
  browser: Browser,
  panel: PanelProcess,
  bare: BareServer,
): Promise<Measurement> {
  const values: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using plain = await BrowserClient.open(browser);
    await plain.page.goto(`${bare.address}/table`);
    floor.push(percentile(await plain.page.evaluate(frameTimes, SCROLL), 0.95));
    await using client = await openPanel(browser, panel, "/crontab?pageSize=all");
    values.push(percentile(await client.page.evaluate(frameTimes, SCROLL), 0.95));
  }
  return {
    what: "10,000 tasks in one list: time between frames while scrolling, p95",
    unit: "ms",
    panel: values,
    floor: { name: "a plain table", values: floor },
    promise: { atMostBeyond: 4 },
  };
}

/** Measures the time from the last key of a search to its result. */
export async function measureSearch(browser: Browser, panel: PanelProcess): Promise<Measurement> {
  const values: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using client = await openPanel(browser, panel, "/crontab");
    const { page } = client;
    const field = page.getByRole("combobox", { name: texts.tasks.search });
    const [times, requests]: [number[], number[]] = [[], []];
    for (let n = 0; n < SEARCHES; n++) {
      const number = 1_234 + 1_111 * n + round;
      await field.fill("");
      await page.getByText(`task ${number - 1}`, { exact: true }).waitFor({ state: "detached" });
      await rest(1_000);
      const wanted = [{ selector: "#content tbody tr", text: `task ${number}`, all: true as const }];
      const drawn = page.evaluate(whenDrawn, { wanted, since: "keydown" as const });
      await field.pressSequentially(`report_${number}`, { delay: KEY_MS });
      times.push(await drawn);
      requests.push(await page.evaluate(timeRequest, `api/tasks?q=report_${number}&page=1&pageSize=20`));
    }
    values.push(percentile(times, 0.5));
    floor.push(percentile(requests, 0.5));
  }
  return {
    what: "10,000 tasks: from the last key of a search to its result, p50",
    unit: "ms",
    panel: values,
    floor: { name: "its request", values: floor },
    promise: { atMost: 120 },
  };
}

async function timeRequest(url: string): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(`/${url}`)).json();
  return performance.now() - startedAt;
}
