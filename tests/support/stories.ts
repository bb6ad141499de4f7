// A person's story with one panel and one browser: what e2e tests begin and end with.
import type { Page } from "playwright-core";
import type { Language } from "../../server/contract/settings.ts";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import { BrowserClient, type ClientOptions, launchBrowser } from "./browser.ts";
import { clearAway } from "./clear_away.ts";
import { RunningPanel } from "./running_panel.ts";

export interface Story {
  language: Language;
  w: typeof en;
  panel: RunningPanel;
  client: BrowserClient;
  page: Page;
  dataDir: string;
  /** Gives the whole address of one inside the panel. */
  at(path: string): string;
  /** Makes a task by hand unless `task` says otherwise. Answers its id. */
  add(task: { name: string; command: string } & Record<string, unknown>): Promise<number>;
  /** Runs a task and answers the run's id. */
  run(taskId: number): Promise<number>;
}

export interface StoryOptions {
  language: Language;
  basePath: string;
  window?: ClientOptions;
}

/** English under a base path. Every screen, the first visit and the views are checked in Chinese and without one, too. */
export const tellers: readonly StoryOptions[] = [
  { language: "en", basePath: "/deep/base/", window: { locale: "en-GB" } },
];

/** Starts a panel with somebody logged in, tells the story, and leaves nothing behind. */
export async function runStory(
  { language, basePath, window = {} }: StoryOptions,
  notify: (story: Story) => Promise<void>,
  { flags = [] }: { flags?: readonly string[] } = {},
): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-story-" });
  const browser = await launchBrowser();
  try {
    await using panel = await RunningPanel.start({
      dataDir,
      setUp: true,
      flags: ["--base-path", basePath, ...flags],
    });
    await panel.logIn();
    await using client = await BrowserClient.open(browser, window);
    const { page } = client;
    const [name = "", value = ""] = panel.cookie.split("=");
    await page.context().addCookies([
      { name, value, url: panel.address },
      { name: "lang", value: language, url: panel.address },
    ]);
    const messages: Record<Language, typeof en> = { en, zh };
    await notify({
      ...{ language, panel, client, page, dataDir, w: messages[language] },
      at: (path) => panel.address + path,
      add: async (task) =>
        (await panel.json<{ id: number }>("/api/tasks", { json: { schedules: "manual", ...task } })).id,
      run: async (taskId) => await runTask(panel, taskId),
    });
  } finally {
    await browser.close();
    await clearAway(dataDir);
  }
}

async function runTask(panel: RunningPanel, taskId: number): Promise<number> {
  await panel.json("/api/tasks/run", { json: { ids: [taskId] } });
  const { items } = await panel.json<{ items: { id: number }[] }>(`/api/tasks/${taskId}/runs`);
  const [newest] = items;
  if (!newest) throw new Error("the task has no run");
  return newest.id;
}
