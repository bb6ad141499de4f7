// Sensitive actions require re-authentication; after a logout, typed text is removed from the browser.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright-core";
import type { Settings } from "../../server/contract/settings.ts";
import { expireStepUp } from "../support/expire_step_up.ts";
import { account } from "../support/panel_process.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("step-up: sensitive actions require re-authentication", {
  "a mirror is saved after re-authentication": changeMirror,
  "secrets are exported after re-authentication": exportSecrets,
  "an archive is uploaded after re-authentication": sendArchive,
  "a stored secret has to be entered again for another server": moveChannel,
  "each permission is described": readPermissions,
  "logging out removes typed text from every tab": logOut,
});

async function confirm({ page, w }: Story): Promise<void> {
  const proof = page.getByRole("dialog", { name: w.security.confirmTitle });
  const password = proof.getByLabel(w.security.password, { exact: true });
  await password.fill("not the password");
  await password.press("Enter");
  await until("the refusal", async () => await password.getAttribute("aria-invalid") === "true");
  await password.fill(account.password);
  await password.press("Enter");
  await proof.waitFor({ state: "detached" });
}

async function changeMirror(story: Story): Promise<void> {
  const { page, at, w, panel } = story;
  await page.goto(at("/setting/dependence"));
  const field = page.getByLabel(`Node: ${w.settings.mirror}`, { exact: true });
  await field.fill("https://mirror.example/npm");
  await expireStepUp(story);
  await field.press("Enter");
  await confirm(story);
  await until("the mirror is saved", async () => {
    const { dependencies } = await panel.json<Settings>("/api/settings");
    return dependencies.nodeMirror === "https://mirror.example/npm";
  });
}

async function exportSecrets(story: Story): Promise<void> {
  const { page, at, w, panel } = story;
  await panel.json("/api/variables", { json: { name: "KEY", value: "exported-5ecret", secret: true } });
  await page.goto(at("/env"));
  await page.getByRole("button", { name: w.ui.more, exact: true }).click();
  await page.getByRole("menuitem", { name: w.variables.exportAll }).click();
  const dialog = page.getByRole("dialog", { name: w.variables.exportAll });
  await dialog.getByRole("switch", { name: w.variables.exportSecrets }).click();
  await expireStepUp(story);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await dialog.getByRole("button", { name: w.variables.download }).click();
      await confirm(story);
    })(),
  ]);
  assert.match(await Deno.readTextFile(await download.path()), /exported-5ecret/);
  await dialog.waitFor({ state: "detached" });
}

async function sendArchive(story: Story): Promise<void> {
  const { page, at, w } = story;
  await page.goto(at("/setting/backups"));
  await page.getByRole("button", { name: w.backup.upload }).click();
  const form = page.getByRole("dialog", { name: w.backup.upload });
  await expireStepUp(story);
  let sent = 0;
  page.on("request", (request) => sent += request.url().endsWith("/api/backups/inspect") ? 1 : 0);
  const buffer = Buffer.from("no archive");
  await form.getByLabel(w.backup.archive).setInputFiles({
    name: "a.tar.gz",
    mimeType: "application/gzip",
    buffer,
  });
  await page.getByRole("dialog", { name: w.security.confirmTitle }).waitFor();
  assert.equal(sent, 0);
  await confirm(story);
  await form.getByRole("alert").getByText(/Sundial/).first().waitFor();
  assert.equal(sent, 1);
  await form.getByRole("button", { name: w.ui.cancel }).click();
}

async function moveChannel({ page, at, w, panel }: Story): Promise<void> {
  const fields = {
    ...{ smtpHost: "mail.example", smtpUser: "u", smtpPass: "stored-5ecret" },
    ...{ smtpFrom: "a@example.com", smtpTo: "b@example.com" },
  };
  await panel.json("/api/notifications", { json: { name: "Mail", type: "smtp", fields } });
  await page.goto(at("/setting/notification"));
  await page.getByRole("button", { name: "Mail", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const secretPrompt = (names: string) =>
    dialog.getByText(w.notifications.secretAgain.replace("{fields}", names));
  await dialog.getByLabel("Port", { exact: true }).fill("2525");
  await secretPrompt("Port").waitFor();
  await dialog.getByLabel("Host", { exact: true }).fill("evil.example");
  await secretPrompt("Host, Port").waitFor();
  await dialog.getByLabel("Port", { exact: true }).fill("587");
  await dialog.getByLabel("Host", { exact: true }).fill("mail.example");
  await secretPrompt("Host").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
}

async function readPermissions({ page, at, w }: Story): Promise<void> {
  await page.goto(at("/setting/appModal"));
  await page.getByRole("button", { name: w.applications.opens }).click();
  await page.getByText(w.scopeSummary["variables:write"], { exact: true }).first().waitFor();
}

async function logOut(story: Story): Promise<void> {
  const { page, w } = story;
  const other = await page.context().newPage();
  const editors = [await typeInto(story, page, "one.sh"), await typeInto(story, other, "two.sh")];
  for (const tab of [page, other]) {
    await until("a draft is stored", async () => (await drafts(tab)).length === 1);
  }
  assert.equal(editors.length, 2);
  await page.getByRole("button", { name: w.app.account, exact: true }).click();
  await page.getByRole("menuitem", { name: w.app.logOut }).click();
  await page.getByRole("button", { name: w.app.leave, exact: true }).click();
  await page.waitForURL(/\/login/);
  for (const tab of [page, other]) {
    await until("no draft remains", async () => (await drafts(tab)).length === 0);
  }
  // Otherwise leaving the other one would store it again.
  other.on("dialog", (confirmation) => void confirmation.accept());
  await other.reload();
  assert.deepEqual([await drafts(page), await drafts(other)], [[], []]);
  await other.close();
}

async function typeInto({ at, w, dataDir }: Story, page: Page, name: string): Promise<Locator> {
  await Deno.writeTextFile(`${dataDir}/scripts/${name}`, "echo 1\n");
  await page.goto(at(`/script?path=${name}`));
  await page.getByRole("button", { name: w.editor.edit, exact: true }).click();
  const editor = page.locator(".cm-content[contenteditable=true]:visible");
  await editor.click();
  await page.keyboard.insertText("typed-5ecret");
  return editor;
}

function drafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.values({ ...sessionStorage }).filter((text) => text.includes("typed-5ecret"))
  );
}
