// Every page in both languages and themes, wide and narrow: no errors, no horizontal scrolling, no axe
// violations.
import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { BrowserClient, type ClientOptions } from "../support/browser.ts";
import { filledAddresses, fillPanel } from "../support/filled_panel.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { account, type PanelProcess } from "../support/panel_process.ts";
import { testStory } from "../support/stories.ts";
import { isLong } from "../support/suite_length.ts";

/** Each language, theme and width; English, whose words are longer, in the narrow window. */
const short: (ClientOptions & { lang: string })[] = [
  { lang: "zh", locale: "zh-CN", colorScheme: "light", width: 1440, height: 900 },
  { lang: "en", locale: "en-GB", colorScheme: "dark", width: 390, height: 844 },
];
const long: typeof short = [
  { lang: "en", locale: "en-GB", colorScheme: "light", width: 1440, height: 900 },
  { lang: "zh", locale: "zh-CN", colorScheme: "dark", width: 1440, height: 900 },
  { lang: "zh", locale: "zh-CN", colorScheme: "light", width: 390, height: 844 },
];
const windows = isLong ? [...short, ...long] : short;

testStory(
  "every page: works in both languages and themes, wide and narrow, without errors",
  async (story, t) => {
    const { panel, page, dataDir } = story;
    const browser = page.context().browser()!;
    const empty = ["/dashboard", "/runs", "/script", "/log", "/config"];
    await t.step("empty", () => appearance({ ...{ panel, browser }, window: short[1]!, addresses: empty })); // there are two
    await fillPanel(panel, dataDir);
    const addresses = await filledAddresses(panel);
    for (const window of windows) {
      await t.step(
        `${window.lang}, ${window.colorScheme}, ${window.width} pixels`,
        () => appearance({ panel, browser, window, addresses }),
      );
    }
  },
  { basePath: "/" },
);

interface Appearance {
  panel: PanelProcess;
  browser: Browser;
  window: ClientOptions & { lang: string };
  addresses: readonly string[];
}

async function appearance({ panel, browser, window, addresses }: Appearance): Promise<void> {
  await using client = await BrowserClient.open(browser, window);
  const { page } = client;
  await page.goto(`${panel.address}/login?lang=${window.lang}`);
  await examine(client, "/login");
  await page.locator("input").nth(0).fill(account.username);
  await page.locator("input").nth(1).fill(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard$/);
  const found: string[] = [];
  for (const address of addresses) {
    await page.goto(`${panel.address}${address}`);
    found.push(...await examine(client, address));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(client.errors, []);
}

async function examine(client: BrowserClient, address: string): Promise<string[]> {
  const { page } = client;
  await page.locator("h1, h2").first().waitFor();
  await client.settled();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  const found = (await findAxeIssues(page)).map((error) => `${address}: ${error}`);
  return overflow > 0 ? [`${address} scrolls sideways by ${overflow} pixels`, ...found] : found;
}
