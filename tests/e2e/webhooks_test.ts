// The webhook of a task on a desk and on a phone: made, its secret shown once, called by the example, and what came.
import assert from "node:assert/strict";
import type { Webhook } from "../../server/contract/webhooks.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, phone, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const steps = {
  "the page of a task makes a webhook, with the place of a parameter": make,
  "the secret is shown once, and the example with it starts the task": callExample,
  "what came is listed, also what was rejected and why": listDeliveries,
  "a delivery is sent again": resend,
  "the signature is changed, and a new secret replaces the old one": change,
  "the webhook is removed": remove,
};

const screens: [string, StoryOptions][] = [["a desk", {}], ["a phone", { window: phone, language: "zh" }]];

for (const [screen, options] of screens) {
  testStory(`webhook on ${screen}: made, called, listed and removed`, async (story, t) => {
    await runSteps(t, story, steps);
  }, options);
}

const formSteps = {
  "a new task leads to its webhook once it is saved": makeWithTask,
  "the form shows the webhook, changes it, and loses nothing that was typed": changeInForm,
  "the form removes it and makes another one": removeInForm,
};

for (const [screen, options] of screens) {
  testStory(`webhook in the form on ${screen}: made, changed and removed`, async (story, t) => {
    await runSteps(t, story, formSteps);
  }, options);
}

const TASK = 1;
let secret = "";

function card({ page, w }: Story) {
  return page.locator("#webhook").filter({
    has: page.getByRole("heading", { name: w.webhooks.title, exact: true }),
  });
}

function dialog({ page }: Story) {
  return page.getByRole("dialog");
}

async function webhookOf({ panel }: Story): Promise<Webhook> {
  return await panel.json<Webhook>(`/api/tasks/${TASK}/webhook`);
}

async function send({ panel }: Story, headers: Record<string, string>, body: string): Promise<number> {
  const { path } = await panel.json<Webhook>(`/api/tasks/${TASK}/webhook`);
  const response = await fetch(panel.address + path, { method: "POST", headers, body });
  await response.body?.cancel();
  return response.status;
}

async function make(story: Story): Promise<void> {
  const { page, w, at, add } = story;
  const id = await add({
    ...{ name: "Deploy", command: 'echo "deploying $branch"' },
    parameters: [{ name: "branch", type: "text", required: true, pattern: "[a-z]+" }],
  });
  assert.equal(id, TASK);
  await page.goto(at(`/crontab/detail?id=${id}`));
  await card(story).getByText(w.webhooks.none, { exact: true }).first().waitFor();
  await card(story).getByRole("button", { name: w.webhooks.make }).click();
  await dialog(story).getByLabel("branch").fill("no pointer");
  await dialog(story).getByRole("button", { name: w.webhooks.make, exact: true }).click();
  const field = dialog(story).getByLabel("branch");
  await until("it is rejected", async () => await field.getAttribute("aria-invalid") === "true");
  await field.fill("/ref");
  await assertFits(story);
  await dialog(story).getByRole("button", { name: w.webhooks.make, exact: true }).click();
}

async function callExample(story: Story): Promise<void> {
  const { page, w, panel } = story;
  await dialog(story).getByText(w.webhooks.secretWarning).first().waitFor();
  secret = await dialog(story).getByLabel(w.webhooks.secret, { exact: true }).inputValue();
  assert.match(secret, /^whsec_/);
  await assertFits(story);
  const example = await dialog(story).locator("pre").textContent() ?? "";
  assert.ok(example.includes(secret));
  const { code, stdout } = await new Deno.Command("sh", { args: ["-c", example] }).output();
  assert.equal(code, 0);
  const { runId } = JSON.parse(new TextDecoder().decode(stdout));
  assert.equal((await story.ended(runId)).state, "succeeded");
  // A careless click does not lose the secret.
  await page.keyboard.press("Escape");
  await page.getByText(w.webhooks.secretCloseText).first().waitFor();
  await page.getByRole("button", { name: w.ui.back, exact: true }).click();
  // Nor does leaving the page, which says what is lost. What is below the dialog takes no clicks of a mouse.
  await page.locator('a[href$="/runs"]').first().dispatchEvent("click");
  const confirmation = page.getByRole("alertdialog", { name: w.webhooks.secretCloseTitle });
  await confirmation.getByRole("button", { name: w.app.stay }).click();
  await dialog(story).getByRole("button", { name: w.webhooks.secretDone }).click();
  await dialog(story).waitFor({ state: "detached" });
  assert.ok(!(await page.content()).includes(secret));
  const { url } = await webhookOf(story);
  assert.equal(new URL(url).pathname.startsWith(new URL(panel.address).pathname), true);
}

async function listDeliveries(story: Story): Promise<void> {
  const { w } = story;
  const entries = card(story).getByRole("listitem");
  await entries.filter({ hasText: w.webhooks.accepted }).waitFor();
  assert.equal(await send(story, {}, "{}"), 401);
  await entries.filter({ hasText: w.webhooks.reasonSignature }).waitFor();
  await assertFits(story);
}

async function resend(story: Story): Promise<void> {
  const { w, format } = story;
  await card(story).getByRole("button", { name: w.webhooks.resend }).first().click();
  const text = format("webhooks.resentBy", { id: 1, name: "NAME" }).replace("NAME", "\\S+");
  await card(story).getByText(new RegExp(text)).first().waitFor();
}

async function change(story: Story): Promise<void> {
  const { page, w } = story;
  await card(story).getByRole("button", { name: w.webhooks.edit, exact: true }).click();
  await dialog(story).getByRole("combobox", { name: w.webhooks.signature }).click();
  await page.getByRole("option", { name: w.webhooks.header, exact: true }).click();
  await dialog(story).getByText(w.webhooks.headerHelp).first().waitFor();
  await dialog(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await dialog(story).waitFor({ state: "detached" });
  assert.equal(await send(story, { "x-sundial-secret": secret }, '{"ref":"main"}'), 202);
  assert.equal(await send(story, { "x-sundial-secret": secret }, '{"ref":"MAIN"}'), 422);
  await card(story).getByRole("listitem").filter({ hasText: w.webhooks.reasonParameters }).filter({
    hasText: "branch",
  }).first().waitFor();
  await card(story).getByRole("button", { name: w.webhooks.renew, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.webhooks.renew, exact: true }).click();
  await dialog(story).getByText(w.webhooks.secretWarning).first().waitFor();
  assert.notEqual(await dialog(story).getByLabel(w.webhooks.secret, { exact: true }).inputValue(), secret);
  await dialog(story).getByRole("button", { name: w.webhooks.secretDone }).click();
  assert.equal(await send(story, { "x-sundial-secret": secret }, '{"ref":"main"}'), 401);
}

async function remove(story: Story): Promise<void> {
  const { page, w } = story;
  await card(story).getByRole("button", { name: w.webhooks.remove, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.webhooks.remove, exact: true }).click();
  await card(story).getByText(w.webhooks.none, { exact: true }).first().waitFor();
  await assertFits(story);
}

/** The form of the task; other dialogs are above it. */
function taskForm({ page, w }: Story) {
  return page.getByRole("dialog", { name: w.task.editTitle });
}

/** Reads the secret, which is shown once, and closes its dialog. */
async function takeSecret(story: Story): Promise<string> {
  const { page, w } = story;
  const secretDialog = page.getByRole("dialog", { name: w.webhooks.secretTitle });
  const secret = await secretDialog.getByLabel(w.webhooks.secret, { exact: true }).inputValue();
  await assertFits(story);
  await secretDialog.getByRole("button", { name: w.webhooks.secretDone }).click();
  await secretDialog.waitFor({ state: "detached" });
  assert.ok(!(await page.content()).includes(secret));
  return secret;
}

async function makeWithTask(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at("/crontab"));
  // Not by its URL, so that closing it goes back to the list.
  await page.getByRole("button", { name: w.tasks.createFirst, exact: true }).click();
  const form = page.getByRole("dialog", { name: w.task.createTitle });
  await form.getByLabel(w.tasks.name, { exact: true }).fill("Deploy");
  await form.getByLabel(w.tasks.command, { exact: true }).fill("echo deployed");
  await form.getByText(w.tasks.scheduleManual, { exact: true }).click();
  await form.getByText(w.task.manualHelp).first().waitFor();
  await form.getByRole("switch", { name: w.webhooks.start, exact: true }).click();
  await form.getByText(w.task.manualHelp).waitFor({ state: "detached" });
  await assertFits(story);
  await form.getByRole("button", { name: w.ui.create, exact: true }).click();
  // The message about the task offers nothing that would close the webhook's form.
  await page.getByText(format("tasks.created", { name: "Deploy" }), { exact: true }).first().waitFor();
  assert.equal(await page.getByText(w.task.showCreated, { exact: true }).count(), 0);
  const made = page.getByRole("dialog", { name: w.webhooks.makeTitle });
  await made.getByRole("combobox", { name: w.webhooks.signature }).click();
  await page.getByRole("option", { name: w.webhooks.header, exact: true }).click();
  await made.getByRole("button", { name: w.webhooks.make, exact: true }).click();
  // Back asks, too.
  await page.getByRole("dialog", { name: w.webhooks.secretTitle }).waitFor();
  await page.goBack();
  await page.getByText(w.webhooks.secretCloseText).first().waitFor();
  await page.getByRole("button", { name: w.ui.back, exact: true }).click();
  secret = await takeSecret(story);
  await page.waitForURL((url) => url.pathname.endsWith("/crontab"));
  assert.equal(await send(story, { "x-sundial-secret": secret }, "{}"), 202);
}

async function changeInForm(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await page.goto(at(`/crontab/modal?id=${TASK}`));
  const name = taskForm(story).getByLabel(w.tasks.name, { exact: true });
  await name.fill("Deploy the shop");
  await taskForm(story).getByText((await webhookOf(story)).url, { exact: true }).first().waitFor();
  await taskForm(story).getByText(w.webhooks.header, { exact: true }).first().waitFor();
  await assertFits(story);
  await taskForm(story).getByRole("button", { name: w.webhooks.edit, exact: true }).click();
  const edited = page.getByRole("dialog", { name: w.webhooks.editTitle });
  await edited.getByRole("combobox", { name: w.webhooks.signature }).click();
  await page.getByRole("option", { name: w.webhooks.standard, exact: true }).click();
  await edited.getByRole("button", { name: w.ui.save, exact: true }).click();
  await edited.waitFor({ state: "detached" });
  await taskForm(story).getByText(w.webhooks.standard, { exact: true }).first().waitFor();
  const renew = taskForm(story).getByRole("button", { name: w.webhooks.renew, exact: true });
  await renew.click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.webhooks.renew, exact: true }).click();
  assert.notEqual(await takeSecret(story), secret);
  await hasFocus(renew);
  assert.equal(await name.inputValue(), "Deploy the shop");
  // It is not part of the form, so that nobody has changed the task meanwhile.
  await taskForm(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await taskForm(story).waitFor({ state: "detached" });
  assert.equal((await panel.json<Task>(`/api/tasks/${TASK}`)).name, "Deploy the shop");
}

async function removeInForm(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at(`/crontab/modal?id=${TASK}`));
  await taskForm(story).getByRole("button", { name: w.webhooks.remove, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.webhooks.remove, exact: true }).click();
  const start = taskForm(story).getByRole("button", { name: w.webhooks.start, exact: true });
  await start.click();
  const made = page.getByRole("dialog", { name: w.webhooks.makeTitle });
  await made.getByRole("button", { name: w.webhooks.make, exact: true }).click();
  await takeSecret(story);
  await taskForm(story).getByText((await webhookOf(story)).url, { exact: true }).first().waitFor();
  await assertFits(story);
}
