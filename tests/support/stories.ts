// An e2e test with one panel and one browser: what every story starts and ends with.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Run } from "../../server/contract/runs.ts";
import type { Language } from "../../server/contract/settings.ts";
import { newMessages, type Translate } from "../../web/messages/create_messages.ts";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import type { Database } from "../../server/engine/store.ts";
import { BrowserClient, type ClientOptions, launchBrowser } from "./browser.ts";
import { panelDatabase } from "./panel_database.ts";
import { PanelProcess } from "./panel_process.ts";
import { step } from "./step.ts";
import { until } from "./until.ts";
import { panelFolder } from "./temporary_folder.ts";

export interface Story {
  language: Language;
  w: typeof en;
  /** Returns a text of the page with its values. */
  format: Translate;
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
  ended(runId: number): Promise<Run>;
  row(name: string): Locator;
}

/** English under a base path. Every page, the setup and the views are tested in Chinese and without one, too. */
export interface StoryOptions {
  language?: Language;
  basePath?: string;
  window?: ClientOptions;
  flags?: readonly string[];
  environment?: Record<string, string>;
  /** Whether it needs a whole browser. */
  isWhole?: boolean;
}

export const phone = { width: 390, height: 844, touch: true };

/** Steps by their names, each of which depends on the earlier ones. */
export type Steps<Scene> = Record<string, (scene: Scene) => Promise<void>>;

/**
 * Declares a test with a panel and a logged-in user: steps, or a function. It fails if the page reports an
 * error.
 */
export function testStory(
  name: string,
  test: Steps<Story> | ((story: Story, t: Deno.TestContext) => Promise<void>),
  options: StoryOptions = {},
): void {
  Deno.test(name, async (t) => {
    await runStory(options, async (story) => {
      await (typeof test === "function" ? test(story, t) : runSteps(t, story, test));
      assert.deepEqual(story.client.errors, []);
    });
  });
}

export async function runSteps<Scene>(t: Deno.TestContext, scene: Scene, steps: Steps<Scene>): Promise<void> {
  for (const [name, action] of Object.entries(steps)) await step(t, name, () => action(scene));
}

/** Starts a panel with a logged-in user, runs the story, and cleans up. */
export async function runStory(
  { language = "en", basePath = "/deep/base/", window, flags = [], environment, isWhole = false }:
    StoryOptions,
  test: (story: Story) => Promise<void>,
): Promise<void> {
  await using folder = await panelFolder();
  const dataDir = folder.path;
  await using browser = await launchBrowser({ isWhole });
  await using database = await panelDatabase(dataDir);
  await using panel = await PanelProcess.start({
    dataDir,
    environment: { ...database.environment, ...environment },
    setUp: true,
    flags: ["--base-path", basePath, ...flags],
  });
  await panel.logIn();
  await removeProvided(join(dataDir, "scripts"));
  await using client = await BrowserClient.open(browser, window);
  const { page } = client;
  await enterPanel(page, panel, language);
  const w = { en, zh }[language];
  await test({
    ...{ language, panel, client, page, dataDir, w },
    format: newMessages(language, { texts: w }).t,
    openDatabase: database.open,
    at: (path) => panel.address + path,
    add: async (task) =>
      (await panel.json<{ id: number }>("/api/tasks", { json: { schedules: "manual", ...task } })).id,
    run: async (taskId) => await runTask(panel, taskId),
    ended: (runId) =>
      until(`run ${runId} has ended`, async () => {
        const run = await panel.json<Run>(`/api/runs/${runId}`);
        return run.finishedAt === null ? null : run;
      }),
    row: (name) => page.getByRole("row", { name, exact: true }),
  });
}

/** Gives a browser the session of a panel's client, and the language. */
export async function enterPanel(page: Page, panel: PanelProcess, language: Language): Promise<void> {
  const [name = "", value = ""] = panel.cookie.split("=");
  const url = panel.address;
  await page.context().addCookies([{ name, value, url }, { name: "lang", value: language, url }]);
}

/** Asserts that the page does not scroll sideways. */
export async function assertFits({ page, client }: Pick<Story, "page" | "client">): Promise<void> {
  await client.settled(); // late content must fit too
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  assert.ok(beyond <= 0, `the page scrolls sideways by ${beyond} pixels`);
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
