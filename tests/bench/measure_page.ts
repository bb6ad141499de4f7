import { launchBrowser } from "../support/browser.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { type PageWeight, weighList, weighLogin } from "../support/page_weight.ts";
import { startShipped } from "./shipped_panel.ts";

/** Measures what a browser loads until login is possible, and until the tasks are listed. */
export async function measurePage(): Promise<{ login: PageWeight; list: PageWeight }> {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-bench-" });
  const browser = await launchBrowser();
  try {
    await using panel = await startShipped({ dataDir, setUp: true });
    await panel.logIn();
    await panel.json("/api/tasks", { json: { name: "Nightly", command: "echo", schedules: "manual" } });
    return {
      login: await weighLogin(browser, panel),
      list: await weighList(browser, panel, "Nightly"),
    };
  } finally {
    await browser.close();
    await removeDataDir(dataDir);
  }
}
