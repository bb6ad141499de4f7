// A user sets up notification channels and rules, sees messages arrive at a service, and handles failed ones.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Channel, Delivery, StoredRule } from "../../server/contract/notifications.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { PushService, pushToken } from "../support/push_service.ts";
import { phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const flags = ["--allow-networks", "127.0.0.0/8"];

testStory("notifications: set up, sent and managed", async (story, t) => {
  await using service = new PushService();
  const scene = sceneOf(story, service);
  await runSteps(t, scene, {
    "the empty tab leads to a form described by the server": fillFirst,
    "a test displays the service's response, and saves nothing": testFirst,
    "a channel is added, and its secret is never displayed again": addFirst,
    "a second channel sends exactly the typed text": addWebhook,
    "the list sets the default, enables, disables and tests": useList,
    "a rule is created, with a preview of its message": addRule,
    "rules are reordered by keyboard": orderRules,
    "a rule changed meanwhile by someone else is not overwritten": changeTwice,
    "a failed run sends a message and appears in the bell": failRun,
    "opening the bell marks it as read, also after a reload": readBell,
    "a rejected message is reported, and sent again": retry,
    "a rule and a channel are deleted after a confirmation, and the channel is restored": removeBoth,
  });
}, { flags });

testStory("notifications: on a phone", async (story) => {
  await using service = new PushService();
  await usePhone(sceneOf(story, service));
}, { flags, window: phone });

interface Scene extends Story {
  dialog: Locator;
  service: PushService;
}

function sceneOf(story: Story, service: PushService): Scene {
  return { ...story, dialog: story.page.getByRole("dialog"), service };
}

async function channels({ panel }: Scene): Promise<Channel[]> {
  return (await panel.json<{ items: Channel[] }>("/api/notifications")).items;
}

async function rules({ panel }: Scene): Promise<StoredRule[]> {
  return (await panel.json<{ rules: StoredRule[] }>("/api/notifications/rules")).rules;
}

/** Selects a kind of channel by typing part of its name, without the mouse. */
async function chooseType({ page, dialog, format }: Scene, typed: string): Promise<void> {
  await dialog.getByRole("combobox", { name: format("notifications.type") }).press("Enter");
  await page.getByPlaceholder(format("notifications.searchTypes")).fill(typed);
  await page.keyboard.press("Enter");
}

const server = "Server URL";
const token = "Application token";

async function fillFirst(scene: Scene): Promise<void> {
  const { page, at, format, dialog, service } = scene;
  await page.goto(at("/setting/notification"));
  await page.getByText(format("notifications.noChannels")).first().waitFor();
  await page.getByRole("button", { name: format("notifications.addChannel") }).click();
  await chooseType(scene, "gotify");
  const name = dialog.getByLabel(format("notifications.name"), { exact: true });
  await until("it is named after its service", async () => await name.inputValue() === "Gotify");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText(format("ui.required", { label: server })).first().waitFor();
  await dialog.getByText(format("ui.required", { label: token })).first().waitFor();
  await dialog.getByLabel(server, { exact: true }).fill(service.address);
  await dialog.getByLabel(token, { exact: true }).fill("wrong");
}

async function testFirst(scene: Scene): Promise<void> {
  const { format, dialog, service } = scene;
  const test = dialog.getByRole("button", { name: format("notifications.test") });
  await test.click();
  await dialog.getByRole("alert").getByText(/no such token here/).first().waitFor();
  await dialog.getByText(format("notifications.testFailed")).first().waitFor();
  await dialog.getByLabel(token, { exact: true }).fill(pushToken);
  await dialog.getByText(format("notifications.testFailed")).waitFor({ state: "hidden" });
  await test.click();
  await dialog.getByText(format("notifications.testSent")).first().waitFor();
  await dialog.getByText(/HTTP 200/).first().waitFor();
  assert.equal(service.pushed.length, 1);
  assert.deepEqual(await channels(scene), []);
}

async function addFirst(scene: Scene): Promise<void> {
  const { page, at, format, dialog } = scene;
  await dialog.getByLabel(format("notifications.name"), { exact: true }).fill("Phone");
  await dialog.getByRole("button", { name: format("ui.create") }).click();
  const row = page.getByRole("row", { name: "Phone", exact: true });
  await row.getByText(format("notifications.isDefault"), { exact: true }).first().waitFor();
  assert.equal((await rules(scene)).length, 1); // the default rule
  await row.getByRole("button", { name: `${format("ui.edit")}: Phone` }).click();
  await page.waitForURL(at("/setting/notification?channel=1"));
  const secret = dialog.getByRole("group", { name: token });
  await secret.getByText(format("controls.secretStored")).first().waitFor();
  assert.ok(!(await page.content()).includes(pushToken));
  await dialog.getByRole("button", { name: format("notifications.test") }).click();
  await dialog.getByText(format("notifications.testSent")).first().waitFor(); // with the stored secret
  await secret.getByRole("button", { name: new RegExp(format("controls.secretReplace")) }).click();
  await hasFocus(dialog.getByLabel(token, { exact: true })); // the focus is on the field of the replaced secret
  await dialog.getByRole("button", { name: format("controls.secretKeep") }).press("Enter");
  await hasFocus(secret.getByRole("button").first());
  await secret.getByText(format("controls.secretStored")).first().waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(at("/setting/notification"));
}

const oddTitle = `A & "B" 'C' <d> 😀 中文`;

async function addWebhook(scene: Scene): Promise<void> {
  const { page, panel, format, dialog, service } = scene;
  await page.getByRole("button", { name: format("notifications.addChannel") }).click();
  await chooseType(scene, "webhook");
  await dialog.getByLabel(format("notifications.name"), { exact: true }).fill("Hook");
  await dialog.getByLabel("URL", { exact: true }).fill(`${service.address}/hook`);
  assert.equal(await dialog.getByLabel("URL", { exact: true }).getAttribute("type"), "text");
  assert.match(await dialog.getByLabel("Body", { exact: false }).inputValue(), /\$title/);
  await dialog.getByLabel("Body", { exact: false }).fill("text: $content");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText(/\$title/).and(dialog.getByRole("alert")).waitFor(); // the server checks both together
  await dialog.getByLabel("Body", { exact: false }).fill("title: $title\ntext: $content");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("row", { name: "Hook", exact: true }).waitFor();
  const content = `one & two\n"three" 四`;
  await panel.json("/api/notifications/send", { json: { title: oddTitle, content, channelIds: [2] } });
  await until("it has arrived", () => service.titles.includes(oddTitle));
  assert.deepEqual(service.pushed.at(-1), { path: "/hook", title: oddTitle, text: content, token: "" });
}

async function useList(scene: Scene): Promise<void> {
  const { page, format, service } = scene;
  const hook = page.getByRole("row", { name: "Hook", exact: true });
  await hook.getByText(format("deliveryStates.delivered")).first().waitFor();
  const before = service.pushed.length;
  await hook.getByRole("button", { name: format("notifications.testOf", { name: "Hook" }) }).click();
  await page.getByText(format("notifications.testSent")).first().waitFor();
  assert.equal(service.pushed.length, before + 1);
  await hook.getByRole("button", { name: `${format("ui.more")}: Hook` }).click();
  await page.getByRole("menuitem", { name: format("notifications.makeDefault") }).click();
  await hook.getByText(format("notifications.isDefault"), { exact: true }).first().waitFor();
  const phone = page.getByRole("row", { name: "Phone", exact: true });
  await phone.getByText(format("notifications.isDefault"), { exact: true }).waitFor({ state: "hidden" });
  const on = phone.getByRole("switch");
  await on.click();
  await until("it is off", async () => (await channels(scene))[0]?.enabled === false);
  await phone.getByRole("switch", { checked: false }).waitFor();
  await on.click();
  await until("it is enabled again", async () => (await channels(scene))[0]?.enabled === true);
}

async function addRule(scene: Scene): Promise<void> {
  const { page, format, dialog } = scene;
  await page.getByRole("button", { name: format("notifications.addRule") }).click();
  await dialog.getByLabel(format("notifications.ruleName"), { exact: true }).fill("Reports");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText(format("notifications.chooseEvents")).first().waitFor();
  const event = (name: "run_failed" | "run_recovered") =>
    dialog.getByRole("checkbox", { name: format(`eventNames.${name}`), exact: true });
  await event("run_failed").check();
  await event("run_recovered").check();
  await dialog.getByLabel(new RegExp(`^${format("notifications.onlyLabels")}`)).fill("报表");
  await page.keyboard.press("Enter");
  await dialog.getByRole("combobox", { name: new RegExp(`^${format("notifications.toChannels")}`) }).fill(
    "Pho",
  );
  await page.getByRole("option", { name: "Phone" }).click();
  await dialog.getByRole("combobox", { name: format("notifications.grouping") }).click();
  await page.getByRole("option", { name: format("notifications.groupNone") }).click();
  await dialog.getByRole("button", { name: format("notifications.template") }).click();
  const title = dialog.getByLabel(new RegExp(`^${format("notifications.templateTitle")}`));
  await title.fill("[] {nothing}");
  await dialog.getByText(format("notifications.unknownFields", { names: "{nothing}" })).first().waitFor();
  await title.fill("[]");
  await title.press("ArrowLeft");
  await dialog.getByRole("button", { name: /^\{task\}/ }).click();
  await until("it is inserted at the cursor", async () => await title.inputValue() === "[{task}]");
  const preview = dialog.getByRole("region", { name: format("notifications.preview") });
  await preview.getByText(`[${format("templateSample.task")}]`).first().waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Reports", exact: true }).waitFor();
  const [, rule] = await rules(scene);
  const { name, events, labels, channelIds, groupMs, title: ruleTitle } = rule!;
  assert.deepEqual({ name, events, labels, channelIds, groupMs, title: ruleTitle }, {
    ...{ name: "Reports", events: ["run_failed", "run_recovered"], labels: ["报表"], channelIds: [1] },
    ...{ groupMs: 0, title: "[{task}]" },
  });
}

async function orderRules(scene: Scene): Promise<void> {
  const { page, format } = scene;
  await page.getByRole("button", { name: format("notifications.moveRule", { name: "Reports" }) }).focus();
  await page.keyboard.press("ArrowUp");
  await until("it stands first", async () => (await rules(scene))[0]?.name === "Reports");
}

async function changeTwice(scene: Scene): Promise<void> {
  const { page, panel, format, dialog } = scene;
  const open = async () => {
    await page.getByRole("button", { name: "Reports", exact: true }).click();
    return dialog.getByLabel(format("notifications.ruleName"), { exact: true });
  };
  const elsewhere = async (groupMs: number) => {
    const now = await rules(scene);
    const changed = now.map((one) => one.name === "Reports" ? { ...one, groupMs } : one);
    await panel.json("/api/notifications/rules", { method: "PUT", json: { rules: changed } });
  };
  const save = () => dialog.getByRole("button", { name: format("ui.save"), exact: true }).click();
  const stale = dialog.getByText(format("notifications.ruleStale"));
  const name = await open();
  await name.fill("Mine");
  await elsewhere(60_000);
  await save();
  await stale.waitFor();
  assert.deepEqual((await rules(scene)).map((rule) => rule.groupMs)[0], 60_000);
  await dialog.getByRole("button", { name: format("task.staleReload") }).click();
  await stale.waitFor({ state: "detached" });
  assert.equal(await name.inputValue(), "Reports");
  await name.fill("Mine");
  await elsewhere(0);
  await save();
  await dialog.getByRole("button", { name: format("task.staleOverwrite") }).click();
  await dialog.waitFor({ state: "detached" });
  const [first] = await rules(scene);
  assert.deepEqual([first!.name, first!.groupMs], ["Mine", 60_000]);
  const back = (await rules(scene)).map((rule) =>
    rule.name === "Mine" ? { ...rule, name: "Reports", groupMs: 0 } : rule
  );
  await panel.json("/api/notifications/rules", { method: "PUT", json: { rules: back } });
  await page.getByRole("button", { name: "Reports", exact: true }).waitFor();
}

async function failRun(scene: Scene): Promise<void> {
  const { page, at, format, service, add, run } = scene;
  const id = await add({ name: "Sums", command: "echo boom; exit 3", labels: ["报表"] });
  // Items from before the page was opened send no message, so all of them must be loaded.
  const requested = [/\/runs\?state/, /\/login-logs/, /\/backups/, /\/api\/system$/, /\/deliveries/];
  const responses = requested.map((address) => page.waitForResponse(address));
  await page.goto(at("/crontab"));
  for (const response of await Promise.all(responses)) await response.finished();
  await bell(scene).waitFor();
  await run(id);
  const title = format("notifications.bellRun", { name: "Sums", state: format("runs.stateFailed") });
  const alert = page.getByRole("alert").filter({ hasText: title });
  await alert.waitFor();
  const box = await boxAtRest(alert);
  assert.equal(box.top, 24);
  assert.equal(Math.round(1440 - box.right), 24);
  await until("it has arrived", () => service.titles.includes("[Sums]"));
  assert.match(service.pushed.find(({ title }) => title === "[Sums]")?.text ?? "", /boom/);
  await alert.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: format("notifications.bellCount", { count: 1 }) }).click();
  await page.getByRole("link", { name: title }).click();
  await page.waitForURL(/\/crontab\/logModal\?id=1&run=1/);
}

/** Returns its position once its animation has ended. */
async function boxAtRest(locator: Locator): Promise<{ top: number; right: number }> {
  return await locator.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const { top, right } = element.getBoundingClientRect();
    return { top, right };
  });
}

function bell({ page, format }: Scene): Locator {
  return page.getByRole("button", { name: new RegExp(`^${format("notifications.bell")}`) });
}

async function readBell({ page, at, format }: Scene): Promise<void> {
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: format("notifications.bell"), exact: true }).click();
  const panel = page.getByRole("dialog", { name: format("notifications.bell") });
  await panel.getByRole("link", { name: /Sums/ }).waitFor(); // still listed, though no longer new
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
}

async function retry({ page, panel, at, format, dialog, service }: Scene): Promise<void> {
  service.down = true;
  await panel.json("/api/notifications/send", {
    json: { title: "Lost", content: "and found", channelIds: [1] },
  });
  await until("it was rejected", async () => {
    const { items } = await panel.json<{ items: Delivery[] }>("/api/notifications/deliveries?state=failed");
    return items.some(({ title }) => title === "Lost");
  });
  service.down = false;
  await page.getByRole("button", { name: format("notifications.bellCount", { count: 1 }) }).waitFor();
  await page.goto(at("/setting/notification?state=failed"));
  await page.getByRole("button", { name: "Lost", exact: true }).click();
  await dialog.getByText(/closed for today/).first().waitFor();
  await dialog.getByText("and found").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: format("notifications.retryOf", { title: "Lost" }) }).click();
  await until("it has arrived", () => service.titles.includes("Lost"));
  await page.getByText(format("notifications.noMatch")).first().waitFor();
  await page.getByRole("button", { name: format("ui.clearFilters") }).click();
  await page.waitForURL(at("/setting/notification"));
  await page.getByRole("button", { name: "Lost", exact: true }).waitFor();
}

async function removeBoth(scene: Scene): Promise<void> {
  const { page, format } = scene;
  const confirmation = page.getByRole("alertdialog");
  await page.getByRole("button", { name: `${format("ui.delete")}: Reports` }).click();
  await confirmation.getByText(format("notifications.deleteRule", { name: "Reports" })).first().waitFor();
  await confirmation.getByRole("button", { name: format("ui.delete") }).click();
  await until("the rule is gone", async () => (await rules(scene)).length === 1);
  const removeHook = async () => {
    await page.getByRole("button", { name: `${format("ui.more")}: Hook` }).click();
    await page.getByRole("menuitem", { name: format("ui.delete") }).click();
    await confirmation.getByRole("button", { name: format("ui.delete") }).click();
  };
  await removeHook();
  await page.getByRole("button", { name: format("ui.undo"), exact: true }).click();
  await page.getByText(format("notifications.channelRestored", { name: "Hook" })).first().waitFor();
  await removeHook();
  await until("the channel is gone", async () => (await channels(scene)).length === 1);
  await page.getByRole("row", { name: "Phone", exact: true }).getByText(format("notifications.isDefault"))
    .first()
    .waitFor();
}

async function usePhone(scene: Scene): Promise<void> {
  const { page, panel, at, format, dialog, service } = scene;
  await page.goto(at("/setting/notification?channel=new"));
  await chooseType(scene, "gotify");
  await dialog.getByLabel(server, { exact: true }).fill(service.address);
  await dialog.getByLabel(token, { exact: true }).fill(pushToken);
  await dialog.getByRole("button", { name: format("ui.create") }).click();
  await page.getByRole("article", { name: "Gotify" }).waitFor();
  await panel.json("/api/notifications/send", { json: { title: "A title ".repeat(20), content: "x" } });
  await page.getByRole("article", { name: /A title/ }).getByText(format("deliveryStates.delivered")).first()
    .waitFor();
  await bell(scene).click();
  await page.getByText(format("notifications.bellNone")).first().waitFor();
  await scene.client.settled(); // late content must fit too
  const overflow = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - globalThis.innerWidth, scrollHeight - globalThis.innerHeight];
  });
  assert.ok(overflow.every((pixels) => pixels <= 0), `the page itself scrolls by ${overflow} pixels`);
}
