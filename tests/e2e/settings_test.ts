// Edge cases in the settings: two tabs, drafts, a narrow screen, a typed URL.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Settings } from "../../server/contract/settings.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { account } from "../support/panel_process.ts";
import { step } from "../support/step.ts";
import { runStory, type Story, storyOptions } from "../support/stories.ts";
import { until } from "../support/until.ts";

for (const options of storyOptions) {
  Deno.test(`settings: typed values are never lost, in ${options.language}`, async (t) => {
    await runStory(options, async (story) => {
      const steps: [string, (story: Story) => Promise<void>][] = [
        ["leaving an unsaved name asks for confirmation, and Escape discards it", typeName],
        ["a draft stays when another tab saves the same field", useTwoTabs],
        ["a rejected proxy is reported once, at its field", rejectProxy],
        ["an invalid integer is reported, and Escape discards it", typeFraction],
        [
          "text typed during a save stays, even if it equals the previous value",
          typeMeanwhile,
        ],
        ["the proxy requires re-authentication, and stays a draft when it is cancelled", verifyProxy],
        ["the update URL requires re-authentication", verifyAddress],
        ["closing the dialog with an unsaved key asks for confirmation", typeKey],
        ["the progress page is empty while no operation is active", seeNothing],
        ["the API documentation uses the language in its URL", readDocs],
      ];
      for (const [name, action] of steps) {
        await step(t, name, () => action(story));
      }
      assert.deepEqual(story.client.errors, []);
    });
  });

  Deno.test(`settings: on a phone the tabs indicate that more follow, in ${options.language}`, async () => {
    await runStory(
      { ...options, window: { ...options.window, width: 390, height: 844, touch: true } },
      turnTabs,
    );
  });
}

const field = ({ page }: Story, name: string) =>
  page.getByRole("textbox", { name, exact: true }).or(page.getByRole("spinbutton", { name, exact: true }));

/** Visible beside an unsaved draft; disappears once the page knows that it is saved. */
const saveButton = ({ page, w }: Story) => page.getByRole("button", { name: w.ui.save, exact: true });

async function typeName(story: Story): Promise<void> {
  const { page, at, w } = story;
  await page.goto(at("/setting/security"));
  const name = field(story, w.security.username);
  await name.fill("half ty");
  const about = page.getByRole("link", { name: w.about.tab, exact: true });
  await about.click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.app.stay }).click();
  assert.equal(await name.inputValue(), "half ty");
  await hasFocus(about);
  await name.press("Escape");
  assert.notEqual(await name.inputValue(), "half ty");
}

async function useTwoTabs(story: Story): Promise<void> {
  const { page, at, panel, w } = story;
  await page.goto(at("/setting/other"));
  const here = field(story, w.settings.concurrency);
  await here.fill("11");
  const { version } = await panel.json<{ version: number }>("/api/settings");
  const headers = { "if-match": `"${version}"` };
  await panel.json("/api/settings", {
    method: "PATCH",
    headers,
    json: { concurrency: 12, title: "Elsewhere" },
  });
  const title = field(story, w.settings.panelTitle);
  await until("the news", async () => await title.inputValue() === "Elsewhere");
  assert.equal(await here.inputValue(), "11");
  await here.press("Enter");
  await page.getByText(w.settings.saved, { exact: true }).waitFor();
  assert.equal((await panel.json<{ concurrency: number }>("/api/settings")).concurrency, 11);
}

async function rejectProxy(story: Story): Promise<void> {
  const { page, w } = story;
  const proxy = field(story, w.settings.outgoingProxy);
  await proxy.fill("ftp://somewhere");
  await proxy.press("Enter");
  await page.locator("[aria-invalid=true]").and(proxy).waitFor();
  assert.equal(await page.getByRole("alert").count(), 1);
  await proxy.press("Escape");
}

async function typeFraction(story: Story): Promise<void> {
  const { page, w } = story;
  const concurrency = field(story, w.settings.concurrency);
  const notified = page.getByText(
    w.controls.wrongType.replace("{label}", w.settings.concurrency).replace("{type}", w.controls.typeInteger),
  );
  await concurrency.fill("1.5");
  await notified.waitFor();
  await concurrency.press("Enter");
  await concurrency.press("Escape");
  await notified.waitFor({ state: "detached" });
  assert.equal(await concurrency.inputValue(), "11");
}

async function typeMeanwhile(story: Story): Promise<void> {
  const { page, w } = story;
  const concurrency = field(story, w.settings.concurrency);
  const received = Promise.withResolvers<void>();
  await page.route(/\/api\/settings$/, async (route) => {
    if (route.request().method() === "PATCH") await received.promise;
    await route.continue();
  });
  await concurrency.fill("13");
  await concurrency.press("Enter");
  await concurrency.fill("11");
  received.resolve();
  await until("the first is saved", async () => (await stored(story)).concurrency === 13);
  await saveButton(story).and(page.locator(":enabled")).waitFor();
  assert.equal(await concurrency.inputValue(), "11");
  await concurrency.press("Enter");
  await until("the second is saved", async () => (await stored(story)).concurrency === 11);
  await saveButton(story).waitFor({ state: "detached" });
  await page.unroute(/\/api\/settings$/);
}

/** Sets the last re-authentication to ten minutes ago. */
function forgetProof({ dataDir }: Story): void {
  const db = new DatabaseSync(`${dataDir}/sundial.sqlite`);
  db.exec("PRAGMA busy_timeout = 5000; UPDATE session SET proven_at = 0");
  db.close();
}

const stored = ({ panel }: Story) => panel.json<Settings>("/api/settings");

async function verify({ page, w }: Story, text: string): Promise<void> {
  const requested = page.getByRole("dialog", { name: w.security.confirmTitle });
  const secret = requested.getByLabel(w.security.password, { exact: true });
  await secret.fill(text);
  await secret.press("Enter");
}

async function verifyProxy(story: Story): Promise<void> {
  const { page, w } = story;
  const proxy = field(story, w.settings.outgoingProxy);
  const save = saveButton(story);
  forgetProof(story);
  await proxy.fill("http://192.0.2.1:8080");
  await proxy.press("Enter");
  const requested = page.getByRole("dialog", { name: w.security.confirmTitle });
  await requested.getByRole("button", { name: w.ui.cancel }).click();
  await requested.waitFor({ state: "detached" });
  assert.equal(await proxy.inputValue(), "http://192.0.2.1:8080");
  assert.equal((await stored(story)).proxy, null);
  // While the request is pending, Enter does nothing.
  await save.and(page.locator(":enabled")).waitFor();
  await proxy.press("Enter");
  await verify(story, account.password);
  await until("it is saved", async () => (await stored(story)).proxy === "http://192.0.2.1:8080");
  await save.waitFor({ state: "detached" }); // now the page knows that it is saved
  await proxy.fill("");
  await proxy.press("Enter");
  await until("it is removed", async () => (await stored(story)).proxy === null);
  await save.waitFor({ state: "detached" });
}

async function verifyAddress(story: Story): Promise<void> {
  const { page, at, w } = story;
  forgetProof(story);
  await page.goto(at("/setting/about"));
  const address = field(story, w.about.address);
  await address.fill("https://updates.example/latest.json");
  await address.press("Enter");
  await verify(story, account.password);
  await until("it is saved", async () => (await stored(story)).updateAddress !== null);
  await saveButton(story).waitFor({ state: "detached" });
  await page.goto(at("/setting/other"));
}

async function typeKey({ page, w }: Story): Promise<void> {
  const enter = page.getByRole("button", { name: w.settings.sshKeyEnter });
  await enter.click();
  const key = page.getByRole("dialog").getByLabel(w.settings.privateKey);
  await key.fill("-----BEGIN half a key");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: w.app.stay }).click();
  assert.equal(await key.inputValue(), "-----BEGIN half a key");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: w.app.leave, exact: true }).click();
  await key.waitFor({ state: "detached" });
  await hasFocus(enter);
}

async function seeNothing({ page, at, panel, w }: Story): Promise<void> {
  await panel.json("/api/backups", { json: { parts: ["config"] } });
  await until("the backup", async () => {
    const { items } = await panel.json<{ items: { state: string }[] }>("/api/backups");
    return items.every(({ state }) => state === "ready");
  });
  await page.goto(at("/setting/progress"));
  await page.getByRole("heading", { name: w.progress.nothing }).waitFor();
}

async function readDocs({ page, at }: Story): Promise<void> {
  for (const lang of ["en", "zh-CN"]) {
    await page.goto(at(`/api/docs?lang=${lang}`));
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
  }
}

async function turnTabs({ page, at, w }: Story): Promise<void> {
  await page.goto(at("/setting/security"));
  const tabs = page.getByRole("navigation", { name: w.settings.tabs });
  const [start, end] = ["start", "end"].map((side) => page.locator(`[data-edge=${side}]`));
  await end!.waitFor();
  assert.equal(await start!.count(), 0);
  const last = tabs.getByRole("link", { name: w.about.tab, exact: true });
  await end!.click();
  await start!.waitFor();
  await tabs.evaluate((element) => element.scrollLeft = element.scrollWidth);
  await end!.waitFor({ state: "detached" });
  await last.click();
  await page.waitForURL(/setting\/about$/);
}
