// The first channel, set up in the wizard: its last page and the overview report what is known of it.
import assert from "node:assert/strict";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { panelFolder } from "../support/temporary_folder.ts";

const stories = [
  { what: "was not tested", tests: false, locale: "en-GB", w: en, done: en.notifications.wizardDoneUntested },
  { what: "failed its test", tests: true, locale: "zh-CN", w: zh, done: zh.notifications.wizardDoneFailed },
];

for (const { what, tests, locale, w, done } of stories) {
  Deno.test(`first channel: the wizard reports one that ${what}`, async () => {
    await using dataDir = await panelFolder();
    await using browser = await launchBrowser();
    await using panel = await PanelProcess.start({
      dataDir: dataDir.path,
      flags: ["--allow-networks", "127.0.0.0/8"],
    });
    await using client = await BrowserClient.open(browser, { locale });
    const { page } = client;
    await page.goto(panel.address);
    await page.getByRole("button", { name: w.initialization.next }).click();
    await page.getByLabel(w.initialization.username, { exact: true }).fill(account.username);
    await page.getByLabel(w.initialization.password, { exact: true }).fill(account.password);
    await page.getByLabel(w.initialization.passwordAgain, { exact: true }).fill(account.password);
    await page.getByRole("button", { name: w.initialization.create }).click();
    await page.getByRole("combobox", { name: w.notifications.type }).press("Enter");
    await page.getByPlaceholder(w.notifications.searchTypes).fill("gotify");
    await page.getByRole("option", { name: "Gotify", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByLabel(/^(Server URL|服务器地址)$/).fill(`http://127.0.0.1:${freePort()}`);
    await page.getByLabel(/^(Application token|应用 Token)$/).fill("token");
    if (tests) {
      await page.getByRole("button", { name: w.notifications.test, exact: true }).click();
      await page.getByText(w.notifications.testFailed).first().waitFor();
    }
    await page.getByRole("button", { name: w.notifications.wizardSave }).click();
    await page.getByText(done.replace("{name}", "Gotify")).first().waitFor();
    await page.getByRole("button", { name: w.initialization.start }).click();
    await page.getByText(w.overview.noneDelivered).first().waitFor();
    assert.deepEqual(client.errors, []);
  });
}
