import type { Browser, Page } from "playwright-core";
import { BrowserClient } from "../support/browser.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import type { Wanted } from "./page_probes.ts";

export const taskRow: Wanted = { selector: "#content tbody tr", text: "task" };

/** Opens a path of the panel, over which or in which the tasks are listed, and waits for the tasks. */
export async function openPanel(browser: Browser, panel: PanelProcess, path: string): Promise<BrowserClient> {
  const client = await BrowserClient.open(browser);
  await setCookies(client.page, panel);
  await client.page.goto(panel.address + path);
  await client.page.locator(taskRow.selector, { hasText: taskRow.text }).first().waitFor();
  return client;
}

/** Gives a page the session of the panel, and the language of its texts here. */
export async function setCookies(page: Page, panel: PanelProcess): Promise<void> {
  const [name = "", value = ""] = panel.cookie.split("=");
  await page.context().addCookies([
    { name, value, url: panel.address },
    { name: "lang", value: "en", url: panel.address },
  ]);
}
