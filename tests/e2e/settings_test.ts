// Edge cases in the settings: two tabs, drafts, a narrow screen, a typed URL.
import assert from "node:assert/strict";
import type { Settings } from "../../server/contract/settings.ts";
import { expireStepUp } from "../support/expire_step_up.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { settingSections } from "../../web/shared/settings/setting_texts.ts";
import { account } from "../support/panel_process.ts";
import { phone, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("settings: typed values are never lost", {
  "leaving an unsaved name asks for confirmation, and Escape discards it": typeName,
  "a draft stays when another tab saves the same field": useTwoTabs,
  "a rejected proxy is reported once, at its field": rejectProxy,
  "an invalid integer is reported, and Escape discards it": typeFraction,
  "text typed during a save stays, even if it equals the previous value": typeMeanwhile,
  "an address of earlier versions leads to the page that has its part now": openEarlierAddresses,
  "the search leads to a setting and highlights it, by mouse and keyboard": searchSettings,
  "every setting that the search finds has its fragment": openFragments,
  "the proxy requires re-authentication, and stays a draft when it is cancelled": verifyProxy,
  "the update URL requires re-authentication": verifyAddress,
  "closing the dialog with an unsaved key asks for confirmation": typeKey,
  "below the address of the pulse is why it is not received": seePulse,
  "the progress page is empty while no operation is active": seeNothing,
  "the API documentation uses the language in its URL": readDocs,
});

testStory("settings: on a phone the pages are a list to go in and back", goInAndBack, { window: phone });

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
  await page.goto(at("/setting/storage"));
  const here = field(story, w.settings.logRetention);
  await here.fill("11");
  const { version } = await panel.json<{ version: number }>("/api/settings");
  const headers = { "if-match": `"${version}"` };
  await panel.json("/api/settings", {
    method: "PATCH",
    headers,
    json: { logRetentionDays: 12, logKeepRuns: 7 },
  });
  const other = field(story, w.settings.logKeepRuns);
  await until("the news", async () => await other.inputValue() === "7");
  assert.equal(await here.inputValue(), "11");
  await here.press("Enter");
  await page.getByText(w.settings.saved, { exact: true }).first().waitFor();
  assert.equal((await stored(story)).logRetentionDays, 11);
}

async function rejectProxy(story: Story): Promise<void> {
  const { page, at, w } = story;
  await page.goto(at("/setting/network"));
  const proxy = field(story, w.settings.outgoingProxy);
  await proxy.fill("ftp://somewhere");
  await proxy.press("Enter");
  await page.locator("[aria-invalid=true]").and(proxy).waitFor();
  assert.equal(await page.getByRole("alert").count(), 1);
  await proxy.press("Escape");
}

async function typeFraction(story: Story): Promise<void> {
  const { page, at, w } = story;
  await page.goto(at("/setting/running"));
  const concurrency = field(story, w.settings.concurrency);
  const before = await concurrency.inputValue();
  const message = page.getByText(
    w.controls.wrongType.replace("{label}", w.settings.concurrency).replace("{type}", w.controls.typeInteger),
  );
  await concurrency.fill("1.5");
  await message.waitFor();
  await concurrency.press("Enter");
  await concurrency.press("Escape");
  await message.waitFor({ state: "detached" });
  assert.equal(await concurrency.inputValue(), before);
}

async function typeMeanwhile(story: Story): Promise<void> {
  const { page, w } = story;
  const concurrency = field(story, w.settings.concurrency);
  await concurrency.fill("11");
  await concurrency.press("Enter");
  await until("it is saved", async () => (await stored(story)).concurrency === 11);
  await saveButton(story).waitFor({ state: "detached" });
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

async function openEarlierAddresses({ page, at }: Story): Promise<void> {
  await page.goto(at("/setting/other"));
  await page.waitForURL(/\/setting\/general$/);
  await page.goto(at("/setting/other#backups"));
  await page.waitForURL(/\/setting\/backups#backups$/);
  await hasFocus(page.locator("#backups"));
}

async function searchSettings({ add, page, at, w }: Story): Promise<void> {
  await page.goto(at("/setting/general"));
  const search = page.getByRole("combobox", { name: w.settings.search });
  await search.fill(w.settings.logMaxBytesHelp.slice(0, 12));
  await page.getByRole("option").filter({ hasText: w.settings.logMaxBytes }).click();
  await page.waitForURL(/\/setting\/storage#logMaxBytes$/);
  await page.locator("#logMaxBytes[data-revealed]").waitFor();
  await hasFocus(page.locator("#logMaxBytes"));
  await search.fill("proxy");
  await page.getByRole("option").nth(1).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  await page.waitForURL(/\/setting\/dependence#nodeProxy$/);
  await hasFocus(page.locator("#nodeProxy"));
  await search.fill("zzz");
  await page.getByText(w.ui.noMatches, { exact: true }).first().waitFor();
  await search.press("Escape");
  await page.getByRole("navigation", { name: w.settings.tabs }).waitFor();
  const task = `${w.settings.timeZone} 7`;
  await add({ name: task, command: "true" });
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder(w.app.paletteHint).fill(w.settings.timeZone);
  // The server finds it after the settings; Enter opens the entry on top all the same.
  const first = page.getByRole("option").first();
  await until(
    "the first entry is selected",
    async () =>
      (await first.textContent())?.startsWith(task) && await first.getAttribute("aria-selected") === "true",
  );
  await page.getByRole("option", { name: `${w.settings.pageRunning}: ${w.settings.timeZone}` }).click();
  await page.waitForURL(/\/setting\/running#timeZone$/);
  await hasFocus(page.locator("#timeZone"));
}

async function openFragments({ page, at, panel }: Story): Promise<void> {
  const fields = { gotifyUrl: "http://127.0.0.1:9", gotifyToken: "a token" };
  await panel.json("/api/notifications", { json: { name: "Phone", type: "gotify", fields } });
  for (const { href, fields } of settingSections) {
    if (fields.length > 0) await page.goto(at(href));
    for (const [id] of fields) await page.locator(`#${id}`).waitFor();
  }
}

async function seePulse({ page, at, panel, w }: Story): Promise<void> {
  await page.goto(at("/setting/network"));
  const row = page.locator("#pulseUrl");
  await row.getByRole("textbox").waitFor();
  const reason = row.getByText(w.settings.pulseUnreachable.split("{detail}")[0]!);
  const never = row.getByText(w.settings.pulseNeverReceived);
  assert.deepEqual([await reason.count(), await never.count()], [0, 0]);
  await row.getByRole("textbox").fill("http://127.0.0.1:9/ping");
  await row.getByRole("button", { name: w.ui.save }).click();
  await reason.waitFor();
  await never.waitFor();
  await panel.json("/api/settings", { method: "PATCH", json: { pulseUrl: null } });
  await reason.waitFor({ state: "detached" });
}

const stored = ({ panel }: Story) => panel.json<Settings>("/api/settings");

async function verify({ page, w }: Story, text: string): Promise<void> {
  const requested = page.getByRole("dialog", { name: w.security.confirmTitle });
  const secret = requested.getByLabel(w.security.password, { exact: true });
  await secret.fill(text);
  await secret.press("Enter");
}

async function verifyProxy(story: Story): Promise<void> {
  const { page, at, w } = story;
  await page.goto(at("/setting/network"));
  const proxy = field(story, w.settings.outgoingProxy);
  const save = saveButton(story);
  await expireStepUp(story);
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
  await expireStepUp(story);
  await page.goto(at("/setting/about"));
  const address = field(story, w.about.address);
  await address.fill("https://updates.example/latest.json");
  await address.press("Enter");
  await verify(story, account.password);
  await until("it is saved", async () => (await stored(story)).updateAddress !== null);
  await saveButton(story).waitFor({ state: "detached" });
  await page.goto(at("/setting/network"));
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

async function goInAndBack({ page, at, w }: Story): Promise<void> {
  await page.goto(at("/dashboard"));
  await page.getByRole("button", { name: w.app.otherAreas }).click();
  await page.getByRole("menuitem", { name: w.app.settings }).click();
  await page.waitForURL(/\/setting$/);
  const list = page.getByRole("navigation", { name: w.settings.tabs });
  await list.getByRole("link", { name: w.settings.pageBackups, exact: true }).click();
  await page.waitForURL(/\/setting\/backups$/);
  await page.getByRole("heading", { level: 1, name: w.settings.pageBackups }).waitFor();
  assert.equal(await list.count(), 0);
  await page.getByRole("main").getByRole("link", { name: w.app.settings, exact: true }).click();
  await list.getByRole("link", { name: w.about.tab, exact: true }).click();
  await page.waitForURL(/setting\/about$/);
}
