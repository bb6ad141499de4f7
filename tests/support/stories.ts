// An e2e test with one panel and one browser: what every story starts and ends with.
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Language } from "../../server/contract/settings.ts";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import type { Database } from "../../server/engine/store.ts";
import { BrowserClient, type ClientOptions, launchBrowser } from "./browser.ts";
import { panelDatabase } from "./panel_database.ts";
import { removeDataDir } from "./remove_data_dir.ts";
import { PanelProcess } from "./panel_process.ts";

export interface Story {
  language: Language;
  w: typeof en;
  panel: PanelProcess;
  client: BrowserClient;
  page: Page;
  dataDir: string;
  /** Opens another connection to its database. */
  openDatabase(): Promise<Database>;
  /** Returns the full URL of a path inside the panel. */
  at(path: string): string;
  /** Creates a task, manual unless `task` says otherwise. Returns its id. */
  add(task: { name: string; command: string } & Record<string, unknown>): Promise<number>;
  run(taskId: number): Promise<number>;
}

export interface StoryOptions {
  language: Language;
  basePath: string;
  window?: ClientOptions;
}

/**
 * English under a base path. Every page, the setup and the views are tested in Chinese and without one, too.
 */
export const storyOptions: readonly StoryOptions[] = [
  { language: "en", basePath: "/deep/base/", window: { locale: "en-GB" } },
];

/** Starts a panel with a logged-in user, runs the story, and cleans up. */
export async function runStory(
  { language, basePath, window = {} }: StoryOptions,
  test: (story: Story) => Promise<void>,
  { flags = [], isWhole = false }: { flags?: readonly string[]; isWhole?: boolean } = {},
): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-story-" });
  const browser = await launchBrowser({ isWhole });
  try {
    await using database = await panelDatabase(dataDir);
    await using panel = await PanelProcess.start({
      dataDir,
      environment: database.environment,
      setUp: true,
      flags: ["--base-path", basePath, ...flags],
    });
    await panel.logIn();
    await removeProvided(join(dataDir, "scripts"));
    await using client = await BrowserClient.open(browser, window);
    const { page } = client;
    const [name = "", value = ""] = panel.cookie.split("=");
    await page.context().addCookies([
      { name, value, url: panel.address },
      { name: "lang", value: language, url: panel.address },
    ]);
    const messages: Record<Language, typeof en> = { en, zh };
    await test({
      ...{ language, panel, client, page, dataDir, w: messages[language] },
      openDatabase: database.open,
      at: (path) => panel.address + path,
      add: async (task) =>
        (await panel.json<{ id: number }>("/api/tasks", { json: { schedules: "manual", ...task } })).id,
      run: async (taskId) => await runTask(panel, taskId),
    });
  } finally {
    await browser.close();
    await removeDataDir(dataDir);
  }
}

/** Removes what the panel puts there for scripts of other panels: stories begin with an empty tree. */
async function removeProvided(scripts: string): Promise<void> {
  for (const name of ["deps", "notify.py", "sendNotify.js"]) {
    await Deno.remove(join(scripts, name), { recursive: true });
  }
}

async function runTask(panel: PanelProcess, taskId: number): Promise<number> {
  await panel.json("/api/tasks/run", { json: { ids: [taskId] } });
  const { items } = await panel.json<{ items: { id: number }[] }>(`/api/tasks/${taskId}/runs`);
  const [newest] = items;
  if (!newest) throw new Error("the task has no run");
  return newest.id;
}
