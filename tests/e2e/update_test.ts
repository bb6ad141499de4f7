// A user checks for a newer version, reads its changes, installs it, and continues in it; failures are
// explained.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { texts } from "../../web/messages/en/texts.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import { waitUntilVisible } from "../support/wait_until_visible.ts";
import { describe, makeKeys } from "../support/release_server.ts";
import { enterPanel } from "../support/stories.ts";
import { newVersion, oldVersion, UpdateScene, Versions } from "../support/update_scene.ts";

const { about, progress, ui } = texts;
const failed = "Update failed, please check network and logs or try again later";

Deno.test("update: found, read, installed and running, with failures explained", async () => {
  await using versions = await Versions.build(600_000);
  await using browser = await launchBrowser();
  await using scene = await UpdateScene.open(versions, { flags: ["--base-path", "/deep/base/"] });
  await using client = await BrowserClient.open(browser);
  await enterPanel(client.page, scene.panel, "en");
  await run(client.page, scene);
  assert.deepEqual(client.errors.filter((error) => !/ERR_|Failed to fetch/.test(error)), []);
});

async function run(page: Page, scene: UpdateScene): Promise<void> {
  const { text } = scene.versions.new;
  const dialog = page.getByRole("dialog");
  const check = page.getByRole("button", { name: about.check });
  const version = (one: string) => about.version.replace("{version}", one);
  await page.goto(`${scene.panel.address}/setting/about`);
  await page.getByText(version(oldVersion)).first().waitFor();

  // Signed with another key: rejected with a message.
  scene.server.offer(describe(newVersion, text), text, makeKeys());
  await check.click();
  await page.waitForURL(/\/setting\/checkUpdate$/);
  await dialog.getByText(failed, { exact: true }).first().waitFor();
  // The offered version is the running one: nothing to do.
  scene.server.offer(describe(oldVersion, text), text);
  await dialog.getByRole("button", { name: ui.retry }).click();
  await dialog.getByText(about.latest, { exact: true }).first().waitFor();
  await dialog.getByRole("button", { name: ui.close }).last().click();
  await page.waitForURL(/\/setting\/about$/);

  scene.offer(scene.versions.new);
  await check.click();
  await dialog.getByText("- calmer").first().waitFor();
  await dialog.getByRole("button", { name: about.later }).click();
  await page.waitForURL(/\/setting\/about$/);
  await page.getByRole("link", { name: about.isAvailable }).waitFor();

  // The file does not match its signature: the old version stays.
  scene.server.offer(describe(newVersion, text), `${text.slice(0, -1)}!`);
  await check.click();
  await dialog.getByRole("button", { name: about.install }).click();
  await page.waitForURL(/\/setting\/progress/);
  await page.getByText(failed).first().waitFor();

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
  await page.getByText(version(newVersion)).first().waitFor();
  await scene.assertRuns(newVersion);
  await restart(page, scene);
}

async function restart(page: Page, scene: UpdateScene): Promise<void> {
  const { startedAt } = await scene.panel.json<{ startedAt: string }>("/api/system");
  await page.getByRole("button", { name: about.restart }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: about.restart }).click();
  await page.waitForURL(/\/setting\/progress/);
  await waitUntilVisible(page.getByText(progress.doneRestart));
  const after = await scene.panel.json<{ startedAt: string }>("/api/system");
  assert.notEqual(after.startedAt, startedAt);
}
