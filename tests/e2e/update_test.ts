// A user checks for a newer version, reads its changes, installs it, and continues in it; failures are
// explained.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Language } from "../../server/contract/settings.ts";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import { waitUntilVisible } from "../support/wait_until_visible.ts";
import { describe, makeKeys } from "../support/release_server.ts";
import { storyOptions } from "../support/stories.ts";
import { newVersion, oldVersion, UpdateScene, Versions } from "../support/update_scene.ts";

const messages: Record<Language, typeof en> = { en, zh };
const sentences: Record<Language, string> = {
  en: "Update failed, please check network and logs or try again later",
  zh: "更新失败，请检查网络及日志或稍后再试",
};

Deno.test("update: found, read, installed and running, with failures explained, in both languages", async (t) => {
  await using versions = await Versions.build(600_000);
  const browser = await launchBrowser();
  try {
    for (const { language, basePath, window } of storyOptions) {
      await t.step(language, async () => {
        await using scene = await UpdateScene.open(versions, { flags: ["--base-path", basePath] });
        await using client = await BrowserClient.open(browser, window);
        await enter(client.page, scene, language);
        await run(client.page, scene, language);
        assert.deepEqual(client.errors.filter((error) => !/ERR_|Failed to fetch/.test(error)), []);
      });
    }
  } finally {
    await browser.close();
  }
});

async function enter(page: Page, { panel }: UpdateScene, language: Language): Promise<void> {
  const [name = "", value = ""] = panel.cookie.split("=");
  await page.context().addCookies([
    { name, value, url: panel.address },
    { name: "lang", value: language, url: panel.address },
  ]);
}

async function run(page: Page, scene: UpdateScene, language: Language): Promise<void> {
  const { about, progress, ui } = messages[language];
  const { text } = scene.versions.new;
  const dialog = page.getByRole("dialog");
  const check = page.getByRole("button", { name: about.check });
  const version = (one: string) => about.version.replace("{version}", one);
  await page.goto(`${scene.panel.address}/setting/about`);
  await page.getByText(version(oldVersion)).waitFor();

  // Signed with another key: rejected with a message.
  scene.server.offer(describe(newVersion, text), text, makeKeys());
  await check.click();
  await page.waitForURL(/\/setting\/checkUpdate$/);
  await dialog.getByText(sentences[language], { exact: true }).waitFor();
  // The offered version is the running one: nothing to do.
  scene.server.offer(describe(oldVersion, text), text);
  await dialog.getByRole("button", { name: ui.retry }).click();
  await dialog.getByText(about.latest, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: ui.close }).last().click();
  await page.waitForURL(/\/setting\/about$/);

  scene.offer(scene.versions.new);
  await check.click();
  await dialog.getByText(language === "en" ? "- calmer" : "- 更稳").waitFor();
  await dialog.getByRole("button", { name: about.later }).click();
  await page.waitForURL(/\/setting\/about$/);
  await page.getByRole("link", { name: about.isAvailable }).waitFor();

  // The file does not match its signature: the old version stays.
  scene.server.offer(describe(newVersion, text), `${text.slice(0, -1)}!`);
  await check.click();
  await dialog.getByRole("button", { name: about.install }).click();
  await page.waitForURL(/\/setting\/progress/);
  await page.getByText(sentences[language]).waitFor();

  scene.offer(scene.versions.new);
  const rest = Promise.withResolvers<void>();
  scene.server.rest = rest.promise;
  try {
    await page.goto(`${scene.panel.address}/setting/checkUpdate`);
    await dialog.getByRole("button", { name: about.install }).click();
    await page.getByRole("status").filter({ hasText: progress.step_downloading }).waitFor();
  } finally {
    rest.resolve();
  }
  await waitUntilVisible(page.getByText(progress.doneUpdate));
  // First, because the page goes there by itself after eight seconds.
  await page.goto(`${scene.panel.address}/setting/about`);
  await page.getByText(version(newVersion)).waitFor();
  await scene.assertRuns(newVersion);
  await restart(page, scene, language);
}

async function restart(page: Page, scene: UpdateScene, language: Language): Promise<void> {
  const { about, progress } = messages[language];
  const { startedAt } = await scene.panel.json<{ startedAt: string }>("/api/system");
  await page.getByRole("button", { name: about.restart }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: about.restart }).click();
  await page.waitForURL(/\/setting\/progress/);
  await waitUntilVisible(page.getByText(progress.doneRestart));
  const after = await scene.panel.json<{ startedAt: string }>("/api/system");
  assert.notEqual(after.startedAt, startedAt);
}
