// A session that ends during an action: after a new login, users continue where they were, with everything
// they had typed.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { Settings } from "../../server/contract/settings.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { RecoveryCodes, SecondFactorSetup } from "../../server/contract/account.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { account } from "../support/panel_process.ts";
import { codeAt } from "../support/second_factor.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("lost session: nothing that was entered is lost", async (story, t) => {
  // The browser has one session, the client that ends it another.
  story.panel.forgetCookie();
  await story.panel.logIn();
  await runSteps(t, story, {
    "a task form is completed after a new login, by keyboard": finishTask,
    "a rejected change is repeated once after the login": repeatChange,
    "an unsaved script stays, and is saved": goOnWriting,
    "a login in one tab applies to the other": reviveOtherTab,
    "the login page works too, and leads back": leave,
    "the data of another account is reloaded": findOther,
    "with a second factor a dialog of the settings stays": enterKey,
    "a URL opened without a session leads to the login page and back": openAddress,
  });
});

/** Ends the browser's session from another one. */
async function endSession({ panel }: Story): Promise<void> {
  const response = await panel.fetch("/api/auth/sessions", { method: "DELETE" });
  assert.equal(response.status, 204);
}

/** Returns the login dialog over a page. */
function confirmation({ w }: Story, page: Page): Locator {
  return page.getByRole("dialog", { name: w.app.sessionExpired, exact: true });
}

const passwordOf = ({ w }: Story, requested: Locator) =>
  requested.getByLabel(w.auth.password, { exact: true });

async function response(story: Story, page: Page = story.page): Promise<void> {
  const requested = confirmation(story, page);
  await passwordOf(story, requested).fill(account.password);
  await page.keyboard.press("Enter");
  await requested.waitFor({ state: "detached" });
}

async function finishTask(story: Story): Promise<void> {
  const { page, at, w, panel, add } = story;
  const id = await add({ name: "Nightly", command: "echo one" });
  await page.goto(at(`/crontab/modal?id=${id}`));
  const form = page.getByRole("dialog", { name: w.task.editTitle });
  const name = form.getByLabel(w.tasks.name, { exact: true });
  await form.getByLabel(w.tasks.command, { exact: true }).fill("echo two");
  await name.fill("Half ty");
  await endSession(story);
  const requested = confirmation(story, page);
  await requested.waitFor();
  const password = passwordOf(story, requested);
  await hasFocus(password);
  await page.keyboard.press("Escape");
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press("Tab");
    assert.ok(
      await requested.evaluate((element) => element.contains(document.activeElement)),
      "the focus stays inside",
    );
  }
  assert.equal(await requested.getByLabel(w.auth.username, { exact: true }).inputValue(), account.username);
  await password.fill("not the password");
  await password.press("Enter");
  await requested.getByRole("alert").waitFor();
  assert.equal(await confirmation(story, page).count(), 1);
  await response(story);
  await hasFocus(name);
  await page.keyboard.press("End");
  await page.keyboard.type("ped");
  await page.keyboard.press("ControlOrMeta+Enter");
  await form.waitFor({ state: "detached" });
  const task = await panel.json<Task>(`/api/tasks/${id}`);
  assert.deepEqual([task.name, task.command], ["Half typed", "echo two"]);
  // The page is live again: changes from elsewhere appear.
  await add({ name: "From elsewhere", command: "echo" });
  await page.getByRole("row", { name: "From elsewhere" }).waitFor();
}

async function repeatChange(story: Story): Promise<void> {
  const { page, at, w, panel } = story;
  // Without the event stream and the counts, the page notices the end only from the rejected change.
  const others = /\/api\/(?:events|tasks\/counts)/;
  await page.route(others, (route) => route.abort());
  await page.goto(at("/crontab/modal"));
  const form = page.getByRole("dialog", { name: w.task.createTitle });
  await form.getByLabel(w.tasks.name, { exact: true }).fill("Made once");
  await form.getByLabel(w.tasks.command, { exact: true }).fill("echo");
  await form.getByRole("textbox", { name: w.task.cronRule }).fill("@daily");
  await form.getByText(/00:00/).first().waitFor(); // the next due times
  await story.client.settled(); // otherwise a pending request of the page would be rejected first
  // So would one that the page sends by the clock, or about what was typed.
  const reads = (url: URL) => url.pathname.includes("/api/");
  await page.route(reads, (route) => {
    const request = route.request();
    const isChange = request.method() === "POST" && new URL(request.url()).pathname.endsWith("/api/tasks");
    return isChange ? route.continue() : route.abort();
  });
  await endSession(story);
  await form.getByRole("button", { name: w.ui.create, exact: true }).click();
  await confirmation(story, page).waitFor();
  await page.unroute(reads);
  // Other requests are rejected meanwhile and wait for the open dialog.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  assert.equal(await confirmation(story, page).count(), 1);
  await response(story);
  await form.waitFor({ state: "detached" });
  const { items } = await panel.json<{ items: Task[] }>("/api/tasks?q=Made+once");
  assert.equal(items.length, 1);
  await page.unroute(others);
}

async function goOnWriting(story: Story): Promise<void> {
  const { page, at, w, dataDir } = story;
  await Deno.writeTextFile(`${dataDir}/scripts/long.sh`, "echo line\n".repeat(300));
  await page.goto(at("/script?path=long.sh"));
  await page.getByRole("button", { name: w.editor.edit, exact: true }).click();
  const editor = page.locator(".cm-content[contenteditable=true]:visible");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("echo unsaved");
  await story.client.settled(); // scrolling follows the key with a delay
  const scroller = page.locator(".cm-scroller:visible");
  const scrolled = await scroller.evaluate((element) => element.scrollTop);
  assert.ok(scrolled > 0);
  await endSession(story);
  await confirmation(story, page).waitFor();
  await response(story);
  await hasFocus(editor);
  await page.locator(".cm-focused:visible").waitFor(); // the cursor, which appears shortly after the focus
  assert.equal(await scroller.evaluate((element) => element.scrollTop), scrolled);
  await page.keyboard.type(" no more");
  await page.keyboard.press("ControlOrMeta+S");
  const saved = () => Deno.readTextFile(`${dataDir}/scripts/long.sh`);
  await until("the save", async () => (await saved()).endsWith("\necho unsaved no more"));
}

async function reviveOtherTab(story: Story): Promise<void> {
  const { page, at, w } = story;
  await page.goto(at("/crontab/modal"));
  const name = page.getByRole("dialog", { name: w.task.createTitle }).getByLabel(w.tasks.name, {
    exact: true,
  });
  await name.fill("Typed in the first tab");
  const other = await page.context().newPage();
  await other.goto(at("/setting/general"));
  await other.getByRole("textbox", { name: w.settings.panelTitle, exact: true }).waitFor();
  await endSession(story);
  await confirmation(story, page).waitFor();
  await confirmation(story, other).waitFor();
  await response(story, other);
  await confirmation(story, page).waitFor({ state: "detached" });
  assert.equal(await name.inputValue(), "Typed in the first tab");
  // A login on the login page counts too.
  await endSession(story);
  await confirmation(story, page).waitFor();
  await other.goto(at("/login"));
  await other.getByLabel(w.auth.username, { exact: true }).fill(account.username);
  await other.getByLabel(w.auth.password, { exact: true }).fill(account.password);
  await other.keyboard.press("Enter");
  await confirmation(story, page).waitFor({ state: "detached" });
  assert.equal(await name.inputValue(), "Typed in the first tab");
  await other.close();
}

async function leave(story: Story): Promise<void> {
  const { page, w } = story;
  await endSession(story);
  const requested = confirmation(story, page);
  const toLogin = requested.getByRole("button", { name: w.security.toLoginPage });
  await toLogin.click();
  const unsaved = page.getByRole("alertdialog");
  await unsaved.getByRole("button", { name: w.app.stay }).click();
  await requested.waitFor();
  await toLogin.click();
  await unsaved.getByRole("button", { name: w.app.leave, exact: true }).click();
  await page.waitForURL(/\/login\?next=/);
  await requested.waitFor({ state: "detached" });
  await logIn(story);
  await page.waitForURL(/crontab\/modal$/);
}

async function logIn({ page, w }: Story): Promise<void> {
  await page.getByLabel(w.auth.username, { exact: true }).fill(account.username);
  await page.getByLabel(w.auth.password, { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
}

async function findOther(story: Story): Promise<void> {
  const { page, at, w } = story;
  await page.goto(at("/crontab/modal"));
  const name = page.getByRole("dialog", { name: w.task.createTitle }).getByLabel(w.tasks.name, {
    exact: true,
  });
  await name.fill("Of the account before");
  await endSession(story);
  const requested = confirmation(story, page);
  await requested.waitFor();
  // As after restoring the backup of another panel: the same id, another account.
  const db = await story.openDatabase();
  await db.updateTable("account").set((eb) => ({ created_at: eb("created_at", "+", 1) })).execute();
  await db.destroy();
  await requested.getByLabel(w.auth.username, { exact: true }).press("End");
  await page.keyboard.type("m");
  await requested.getByText(w.security.otherName).first().waitFor();
  await page.keyboard.press("Backspace");
  await requested.getByText(w.security.otherName).waitFor({ state: "detached" });
  await passwordOf(story, requested).fill(account.password);
  await page.keyboard.press("Enter");
  await until("the new page", async () => await name.inputValue().catch(() => null) === "");
  assert.equal(await requested.count(), 0);
}

async function enterKey(story: Story): Promise<void> {
  const { page, at, w, panel } = story;
  await page.goto(at("/setting/network"));
  await page.getByRole("button", { name: w.settings.sshKeyEnter }).click();
  const key = page.getByRole("dialog").getByLabel(w.settings.privateKey);
  await key.fill("-----BEGIN half a key");
  // Enabling the second factor elsewhere ends this session.
  const { secret } = await panel.json<SecondFactorSetup>("/api/account/second-factor/start", { json: {} });
  const { codes } = await panel.json<RecoveryCodes>("/api/account/second-factor/activate", {
    json: { code: codeAt(secret, Date.now()) },
  });
  const requested = confirmation(story, page);
  await passwordOf(story, requested).fill(account.password);
  await page.keyboard.press("Enter");
  await requested.getByRole("button", { name: w.security.useRecoveryCode }).click();
  const code = requested.getByLabel(w.security.recoveryCode, { exact: true });
  await code.fill("AAAA-BBBB-CCCC");
  await code.press("Enter");
  await until("the refusal", async () => await code.getAttribute("aria-invalid") === "true");
  await code.fill(codes[0]!);
  await code.press("Enter");
  await requested.waitFor({ state: "detached" });
  assert.equal(await key.inputValue(), "-----BEGIN half a key");
  await hasFocus(key);
  await page.getByRole("dialog").getByRole("button", { name: w.ui.save, exact: true }).click();
  await until("the refusal", async () => await key.getAttribute("aria-invalid") === "true");
  assert.equal((await panel.json<Settings>("/api/settings")).sshKey, null);
  const off = await panel.fetch("/api/account/second-factor/deactivate", { json: { code: codes[1] } });
  assert.equal(off.status, 204);
}

async function openAddress(story: Story): Promise<void> {
  const { page, at } = story;
  await endSession(story);
  await page.goto(at("/variables-do-not-exist?x=1"));
  await page.waitForURL(/\/login\?next=/);
  assert.equal(await confirmation(story, page).count(), 0);
  await logIn(story);
  await page.waitForURL(/variables-do-not-exist\?x=1$/);
}

testStory(
  "lost session: only a session of this panel can have expired",
  async ({ page, at, w, client, panel }) => {
    const url = panel.address;
    // As a panel on another port of this host leaves it.
    await page.context().clearCookies({ name: "sundial_session" });
    await page.context().addCookies([{ name: "sundial_session", value: "a".repeat(43), url }]);
    const greeting = page.getByRole("heading", { name: w.auth.welcome.replace("{title}", w.app.name) });
    await page.goto(at("/crontab"));
    await greeting.waitFor();
    assert.equal(await page.getByText(w.app.sessionExpired).count(), 0);
    await page.getByLabel(w.auth.username, { exact: true }).fill(account.username);
    await page.getByLabel(w.auth.password, { exact: true }).fill(account.password);
    await page.getByRole("button", { name: w.auth.submit, exact: true }).click();
    await page.waitForURL(at("/crontab"));
    await page.context().clearCookies({ name: "sundial_session" });
    await page.context().addCookies([{ name: "sundial_session", value: "b".repeat(43), url }]);
    await page.goto(at("/crontab"));
    await page.getByText(w.app.sessionExpired).first().waitFor();
    await greeting.waitFor();
    client.errors.length = 0; // Chromium reports the rejected requests
  },
);
