// What a browser that has nothing of the panel yet loads until one can log in or see the tasks: all bytes on the wire, headers too,
// for many small files cost more than their contents.
import type { Browser, Page } from "playwright-core";
import type { RunningPanel } from "./running_panel.ts";

export interface PageWeight {
  bytes: number;
  requests: number;
}

/** Weighs what is loaded until one can log in: everything the page asks for by itself. */
export async function weighLogin(browser: Browser, panel: RunningPanel): Promise<PageWeight> {
  return await weigh(browser, async (page) => {
    await page.goto(`${panel.address}/login`);
    await page.locator("input[autocomplete=username]").waitFor();
    await page.waitForLoadState("networkidle");
  });
}

/** Weighs what is loaded until a task is on the list. What comes after it, the bell and all other texts, is not let through. */
export async function weighList(browser: Browser, panel: RunningPanel, task: string): Promise<PageWeight> {
  return await weigh(browser, async (page) => {
    const [name = "", value = ""] = panel.cookie.split("=");
    await page.context().addCookies([{ name, value, url: panel.address }]);
    await page.route(/\/assets\/(bell|load_lazily)-/, () => {});
    await page.goto(`${panel.address}/crontab`);
    await page.getByRole("row", { name: task }).waitFor();
  });
}

async function weigh(browser: Browser, visit: (page: Page) => Promise<void>): Promise<PageWeight> {
  // The texts in Chinese are the larger ones.
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const isResponse = new Set<string>();
    const weight: PageWeight = { bytes: 0, requests: 0 };
    devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (new URL(request.url).pathname.startsWith("/api/")) isResponse.add(requestId);
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (isResponse.has(requestId)) return;
      weight.bytes += encodedDataLength;
      weight.requests++;
    });
    await devtools.send("Network.enable");
    await visit(page);
    return weight;
  } finally {
    await context.close();
  }
}
