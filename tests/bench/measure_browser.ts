// How fast the page is in Chromium: until it can be used, page switches, a long list, a live log.
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { texts } from "../../web/messages/en/texts.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import { BareServer, BenchPanel, rest } from "./bench_panel.ts";
import { measureScrolling, measureSearch } from "./measure_browser_list.ts";
import { measureLog } from "./measure_browser_log.ts";
import { enterPanel } from "../support/stories.ts";
import { openPanel, taskRow } from "./open_page.ts";
import { type Wanted, whenDrawn } from "./page_probes.ts";
import type { Measurement } from "./report.ts";
import { percentile } from "./statistics.ts";

const ROUNDS = 3;
const SLOWED_TIMES = 4;
const VISITS = 10;

/** Pages in the order of the visits: path, heading, and what of the content must be drawn. */
const visited: readonly (readonly [path: string, heading: string, content: Wanted])[] = [
  ["/runs", texts.runs.title, rowOf(texts.runs.title, "task")],
  ["/env", texts.app.variables, rowOf(texts.app.variables, "HARBOUR")],
  ["/script", texts.app.scripts, { selector: "#content", text: "report.py" }],
  ["/crontab", texts.tasks.title, rowOf(texts.tasks.title, "task")],
];

function rowOf(table: string, text: string): Wanted {
  return { selector: `#content table[aria-label="${table}"] tbody tr`, text };
}

/** Measures the page of a panel with 10,000 tasks. */
export async function measureBrowser(): Promise<Measurement[]> {
  await using browser = await launchBrowser({ isWhole: true });
  await using bare = await BareServer.open();
  await using bench = await BenchPanel.open({ contents: () => ({ tasks: 10_000, runs: 1_000 }) });
  const { panel, dataDir } = bench;
  await panel.json("/api/variables", { json: { name: "HARBOUR", value: "east" } });
  await Deno.writeTextFile(join(dataDir, "scripts", "report.py"), "print('ready')\n");
  return [
    ...await measureUsable(browser, panel, bare),
    ...await measureSwitches(browser, panel),
    await measureScrolling(browser, panel, bare),
    await measureSearch(browser, panel),
    ...await measureLog(browser, panel, bare),
  ];
}

async function measureUsable(
  browser: Browser,
  panel: PanelProcess,
  bare: BareServer,
): Promise<Measurement[]> {
  const field: Wanted = { selector: "input[autocomplete=username]", text: "" };
  const [login, list, run, floor]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(await usableAfter(browser, null, `${bare.address}/form`, field));
    login.push(await usableAfter(browser, null, `${panel.address}/login`, field));
    list.push(await usableAfter(browser, panel, `${panel.address}/crontab`, taskRow));
    run.push(await usableAfter(browser, panel, `${panel.address}/crontab`, taskRow, pressRun));
  }
  const what = `a CPU slowed ${SLOWED_TIMES} times: until`;
  const rest = { unit: "ms", floor: { name: "a page with one field", values: floor } };
  return [
    { what: `${what} one can log in`, ...rest, panel: login, promise: { atMost: 1_000 } },
    { what: `${what} the tasks are listed`, ...rest, panel: list, promise: { atMost: 1_000 } },
    { what: `${what} a run that was requested on the list is confirmed`, ...rest, panel: run },
  ];
}

/** Returns the time from the navigation of an empty browser until something is drawn, or until `then` has returned one (ms). */
async function usableAfter(
  browser: Browser,
  panel: PanelProcess | null,
  url: string,
  wanted: Wanted,
  then?: (page: Page) => Promise<number>,
): Promise<number> {
  await using client = await BrowserClient.open(browser);
  const { page } = client;
  if (panel) await enterPanel(page, panel, "en");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED_TIMES });
  await page.addInitScript({
    content: `globalThis.drawnAt = (${whenDrawn})(${JSON.stringify({ wanted: [wanted] })})`,
  });
  await page.goto(url, { waitUntil: "commit" });
  const drawn = await page.evaluate(() => globalThis.drawnAt ?? Number.NaN);
  return then ? await then(page) : drawn;
}

async function pressRun(page: Page): Promise<number> {
  const confirmed = page.evaluate(whenDrawn, {
    wanted: [{ selector: "[role=status]", text: "Run requested" }],
  });
  await page.getByRole("button", { name: new RegExp(`^${texts.tasks.run}: `) }).first()
    .evaluate((button) => (button as HTMLElement).click());
  return await confirmed;
}

async function measureSwitches(browser: Browser, panel: PanelProcess): Promise<Measurement[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using client = await openPanel(browser, panel, "/crontab");
    await rest(2_000); // the page loads what it will need later
    first.push(Math.max(...await visitAll(client.page)));
    const times: number[] = [];
    for (let n = 0; n < VISITS; n++) times.push(...await visitAll(client.page));
    again.push(percentile(times, 0.95));
  }
  return [
    { what: "to another page, the first time, the slowest", unit: "ms", panel: first },
    { what: "… later, p95", unit: "ms", panel: again, promise: { atMost: 100 } },
  ];
}

async function visitAll(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const [path, heading, content] of visited) {
    const wanted = [{ selector: "header h1", text: heading }, content];
    const drawn = page.evaluate(whenDrawn, { wanted, since: "click" as const });
    await page.locator(`nav a[href="${path}"]`).first().click();
    times.push(await drawn);
    await rest(200);
  }
  return times;
}
