// What a browser with an empty cache loads until the login form or the task list is usable: all bytes on the
// wire, including headers, because many small files cost more than their contents.
import type { Browser, Page } from "playwright-core";
import type { PanelProcess } from "./panel_process.ts";
import { until } from "./until.ts";

export const MAX_LOGIN_BYTES = 130_000;
export const MAX_LIST_BYTES = 165_000;

export interface PageWeight {
  bytes: number;
  requests: number;
  /** The fonts, which load later. */
  fonts: { bytes: number; requests: number };
}

/** What the page requests once it has been usable for a while: the bell, open menus and tooltips, and all other texts. Blocked. */
const later = /\/assets\/(bell|error_page|later|menu_panel|tooltip_panel)-/;

/**
 * Measures what is loaded until the login form is usable: every request of the page. The fonts count separately; throws
 * if they are requested before.
 */
export async function weighLogin(browser: Browser, panel: PanelProcess): Promise<PageWeight> {
  return await weigh(browser, async (page, weight) => {
    await page.route(later, () => {});
    await page.goto(`${panel.address}/login?lang=zh`);
    await page.locator("input[autocomplete=username]").waitFor();
    if (weight.fonts.requests > 0) throw new Error("fonts were requested before the page was usable");
    await page.evaluate("document.fonts.ready");
    await until("the fonts have loaded", () => weight.fonts.requests === 2);
  });
}

/** Measures what is loaded until a task is on the list. */
export async function weighList(browser: Browser, panel: PanelProcess, task: string): Promise<PageWeight> {
  return await weigh(browser, async (page) => {
    const [name = "", value = ""] = panel.cookie.split("=");
    await page.context().addCookies([{ name, value, url: panel.address }]);
    await page.route(later, () => {});
    await page.goto(`${panel.address}/crontab?lang=zh`);
    await page.getByRole("row", { name: task }).waitFor();
  });
}

async function weigh(
  browser: Browser,
  visit: (page: Page, weight: PageWeight) => Promise<void>,
): Promise<PageWeight> {
  // The Chinese texts are larger.
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const responseIds = new Set<string>();
    const fontIds = new Set<string>();
    const weight: PageWeight = { bytes: 0, requests: 0, fonts: { bytes: 0, requests: 0 } };
    devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (new URL(request.url).pathname.endsWith(".woff2")) fontIds.add(requestId);
      if (new URL(request.url).pathname.startsWith("/api/")) responseIds.add(requestId);
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (responseIds.has(requestId)) return;
      const counted = fontIds.has(requestId) ? weight.fonts : weight;
      counted.bytes += encodedDataLength;
      counted.requests++;
    });
    await devtools.send("Network.enable");
    await visit(page, weight);
    return weight;
  } finally {
    await context.close();
  }
}
