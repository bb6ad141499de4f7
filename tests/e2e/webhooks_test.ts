// The webhook of a task on a desk and on a phone: made, its secret shown once, called by the example, and what came.
import assert from "node:assert/strict";
import type { Webhook } from "../../server/contract/webhooks.ts";
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
  await card(story).getByText(w.webhooks.none, { exact: true }).waitFor();
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
  await dialog(story).getByText(w.webhooks.secretWarning).waitFor();
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
  await page.getByText(w.webhooks.secretCloseText).waitFor();
  await page.getByRole("button", { name: w.ui.back, exact: true }).click();
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
  await dialog(story).getByText(w.webhooks.headerHelp).waitFor();
  await dialog(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await dialog(story).waitFor({ state: "detached" });
  assert.equal(await send(story, { "x-sundial-secret": secret }, '{"ref":"main"}'), 202);
  assert.equal(await send(story, { "x-sundial-secret": secret }, '{"ref":"MAIN"}'), 422);
  await card(story).getByRole("listitem").filter({ hasText: w.webhooks.reasonParameters }).filter({
    hasText: "branch",
  }).first().waitFor();
  await card(story).getByRole("button", { name: w.webhooks.renew, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.webhooks.renew, exact: true }).click();
  await dialog(story).getByText(w.webhooks.secretWarning).waitFor();
  assert.notEqual(await dialog(story).getByLabel(w.webhooks.secret, { exact: true }).inputValue(), secret);
  await dialog(story).getByRole("button", { name: w.webhooks.secretDone }).click();
  assert.equal(await send(story, { "x-sundial-secret": secret }, '{"ref":"main"}'), 401);
}

async function remove(story: Story): Promise<void> {
  const { page, w } = story;
  await card(story).getByRole("button", { name: w.webhooks.remove, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.webhooks.remove, exact: true }).click();
  await card(story).getByText(w.webhooks.none, { exact: true }).waitFor();
  await assertFits(story);
}
