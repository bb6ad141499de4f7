// Every screen in both languages and themes, wide and narrow: nothing breaks, nothing scrolls sideways, and axe finds no fault.
import assert from "node:assert/strict";
import type { AxeResults } from "axe-core";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { pageAddresses } from "../../server/contract/addresses.ts";
import { launchBrowser, Visitor, type VisitorOptions } from "../support/browser.ts";
import { account, RunningPanel } from "../support/running_panel.ts";
import { until } from "../support/until.ts";

const windows: (VisitorOptions & { lang: string })[] = [
  { lang: "en", locale: "en-GB", colorScheme: "light", width: 1440, height: 900 },
  { lang: "zh", locale: "zh-CN", colorScheme: "dark", width: 1440, height: 900 },
  { lang: "zh", locale: "zh-CN", colorScheme: "light", width: 390, height: 844 },
  { lang: "en", locale: "en-GB", colorScheme: "dark", width: 390, height: 844 },
];

const query: Partial<Record<(typeof pageAddresses)[number], string>> = {
  "/crontab/detail": "?id=1",
  "/crontab/logModal": "?id=1",
  "/crontab/modal": "?id=1",
};

Deno.test("every screen: works in both languages and themes, wide and narrow, without a fault", async (t) => {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-screens-" });
  const browser = await launchBrowser();
  try {
    await using panel = await RunningPanel.start({ dataDir, setUp: true });
    await panel.logIn();
    await makeTasks(panel);
    for (const window of windows) {
      await t.step(
        `${window.lang}, ${window.colorScheme}, ${window.width} pixels`,
        () => look(panel, browser, window),
      );
    }
  } finally {
    await browser.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function makeTasks(panel: RunningPanel): Promise<void> {
  const long =
    "a rather long name of a task that says everything there is to say about it and then some more";
  for (const name of ["Colours", long, "同步库存数据"]) {
    const command = "printf '\\033[31mred\\033[0m\\n'; echo 中文";
    await panel.json("/api/tasks", {
      json: { name, command, schedules: ["*/5 * * * *", "@daily"], labels: ["a", "b"] },
    });
  }
  await panel.json("/api/tasks/run", { json: { ids: [1, 2] } });
  await until(
    "both have run",
    async () => (await panel.json<{ total: number }>("/api/runs?state=succeeded")).total >= 2,
  );
}

async function look(
  panel: RunningPanel,
  browser: Browser,
  window: VisitorOptions & { lang: string },
): Promise<void> {
  await using visitor = await Visitor.open(browser, window);
  const { page } = visitor;
  await page.goto(`${panel.address}/login?lang=${window.lang}`);
  await examine(page, "/login");
  await page.locator("input").nth(0).fill(account.username);
  await page.locator("input").nth(1).fill(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/crontab$/);
  for (const address of pageAddresses) {
    if (address === "/login" || address === "/initialization") continue;
    await page.goto(`${panel.address}${address}${query[address] ?? ""}`);
    await examine(page, address);
  }
  assert.deepEqual(visitor.faults, []);
}

async function examine(page: Page, address: string): Promise<void> {
  await page.locator("h1, h2").first().waitFor();
  // Skeletons and the movements of dialogs are over by then.
  await page.waitForTimeout(600);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  assert.ok(overflow <= 0, `${address} scrolls sideways by ${overflow} pixels`);
  await page.evaluate(axe.source);
  const results = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  const found = results.violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html }) => html).join(" | ").slice(0, 400)}`
  );
  assert.deepEqual(found, [], address);
}
