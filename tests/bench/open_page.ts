import type { Browser } from "playwright-core";
import { BrowserClient } from "../support/browser.ts";
import type { PanelProcess } from "../support/panel_process.ts";
import type { Wanted } from "./page_probes.ts";
import { enterPanel } from "../support/stories.ts";

export const taskRow: Wanted = { selector: "#content tbody tr", text: "task" };

/** Opens a path of the panel, over which or in which the tasks are listed, and waits for the tasks. */
export async function openPanel(browser: Browser, panel: PanelProcess, path: string): Promise<BrowserClient> {
  const client = await BrowserClient.open(browser);
  await enterPanel(client.page, panel, "en");
  await client.page.goto(panel.address + path);
  await client.page.locator(taskRow.selector, { hasText: taskRow.text }).first().waitFor();
  return client;
}
