// Backups on the page: created, downloaded, restored from the file, undone, and created automatically.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import type { Settings } from "../../server/contract/settings.ts";
import { backUp, inFolder, makeFolder } from "../support/backup_scene.ts";
import { waitUntilVisible } from "../support/wait_until_visible.ts";
import { freePort } from "../support/free_port.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { tarOf } from "../support/hostile_tar.ts";
import { account } from "../support/panel_process.ts";
import { step } from "../support/step.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";

const passphrase = "a lantern in the harbour";

testStory("backups: created, inspected, restored and undone", async (story, t) => {
  await postponeAutomatic(story);
  await story.add({ name: "first", command: "echo 1" });
  await runSteps(t, story, {
    "a backup with a repeated passphrase is created and verified": make,
    "closing its contents by keyboard restores the focus": appearance,
  });
  const archive = await step(t, "the backup is downloaded", () => download(story));
  await step(
    t,
    "an invalid file and a malicious archive are rejected with a reason",
    () => rejectArchives(story),
  );
  await step(t, "the secrets that a backup of another panel would lose are named", () => seeLost(story));
  await story.add({ name: "second", command: "echo 2" });
  await runSteps(t, story, {
    "the file is uploaded, decrypted, inspected and restored, and the user logs in again": () =>
      restore(story, archive),
    "the backed-up tasks are back": () => seeTasks(story, ["first"]),
    "the restore is undone": undo,
    "all tasks are back": () => seeTasks(story, ["first", "second"]),
    "a schedule and a passphrase are set for automatic backups": plan,
    "a backup is deleted": remove,
  });
}, { flags: ["--port", String(freePort())] });

const dialog = ({ page }: Story, name: string) => page.getByRole("dialog", { name });

async function make(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/setting/backups"));
  await page.getByRole("button", { name: w.backup.make, exact: true }).click();
  const form = dialog(story, w.backup.makeTitle);
  await form.getByText(w.backup.withoutKey).first().waitFor();
  await form.getByRole("checkbox", { name: w.backup.passphraseOptional }).check();
  await form.getByText(w.backup.withKey).first().waitFor();
  await form.getByRole("textbox", { name: w.backup.passphrase, exact: true }).fill(passphrase);
  await form.getByRole("textbox", { name: w.backup.passphraseAgain }).fill("another one");
  await form.getByRole("button", { name: w.backup.make }).click();
  await form.getByText(w.backup.passphraseDiffers).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: w.app.stay }).click();
  await form.getByRole("textbox", { name: w.backup.passphraseAgain }).fill(passphrase);
  await form.getByRole("button", { name: w.backup.make }).click();
  await form.waitFor({ state: "hidden" });
  const row = rows(story).first();
  await waitUntilVisible(row.getByText(w.backup.verified, { exact: true }));
  await row.getByText(w.backup.encrypted, { exact: true }).first().waitFor();
}

function rows({ page, w }: Story) {
  return page.getByRole("list", { name: w.backup.title }).getByRole("listitem");
}

async function appearance(story: Story): Promise<void> {
  const { page, w } = story;
  const button = rows(story).first().getByRole("button", { name: w.backup.restore });
  await button.focus();
  await page.keyboard.press("Enter");
  const field = dialog(story, w.backup.openTitle).getByRole("textbox", { name: w.backup.passphrase });
  await field.fill(passphrase);
  await field.press("Enter");
  const shows = dialog(story, w.backup.inspectTitle);
  await waitUntilVisible(shows.getByText(w.backup.kept));
  await page.keyboard.press("Escape");
  await shows.waitFor({ state: "detached" });
  await hasFocus(button);
}

async function download(story: Story): Promise<string> {
  const { page, w } = story;
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    rows(story).first().getByRole("button", { name: w.backup.download }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^sundial-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz\.age$/);
  return await file.path();
}

async function rejectArchives(story: Story): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.backup.upload }).click();
  const form = dialog(story, w.backup.upload);
  const send = (name: string, buffer: Uint8Array) =>
    form.getByLabel(w.backup.archive).setInputFiles({
      name,
      mimeType: "application/gzip",
      buffer: Buffer.from(buffer),
    });
  await send("holiday.jpg", new TextEncoder().encode("not at all"));
  const rejection = form.getByRole("alert");
  await rejection.getByText(/Sundial/).first().waitFor();
  await form.getByRole("button", { name: w.backup.chooseFile }).click();
  await rejection.waitFor({ state: "detached" });
  const crossSite = tarOf([{ name: "manifest.json", body: "{}" }, { name: "../../evil", body: "x" }]);
  await send("evil.tar.gz", gzipSync(crossSite));
  await rejection.waitFor();
  await form.getByRole("button", { name: w.ui.cancel }).click();
}

async function seeLost(story: Story): Promise<void> {
  const { page, w } = story;
  // The browser reads the file while it is sent.
  await inFolder(async (folder) => {
    const archive = `${folder}/other.tar.gz`;
    await makeFolder(`${folder}/other`, "elsewhere");
    await backUp(`${folder}/other`, archive);
    await page.getByRole("button", { name: w.backup.upload }).click();
    await dialog(story, w.backup.upload).getByLabel(w.backup.archive).setInputFiles(archive);
    const view = dialog(story, w.backup.inspectTitle);
    await waitUntilVisible(view.getByText(w.backup.secretsLost));
    const line = w.ui.labelAndValue.replace("{label}", w.backup.secretVariables).replace("{value}", "TOKEN");
    await view.getByRole("listitem").getByText(line).first().waitFor();
    await view.getByRole("button", { name: w.ui.cancel }).click();
    await view.waitFor({ state: "detached" });
  });
}

async function restore(story: Story, archive: string): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.backup.upload }).click();
  await dialog(story, w.backup.upload).getByLabel(w.backup.archive).setInputFiles(archive);
  const form = dialog(story, w.backup.openTitle);
  await form.getByRole("textbox", { name: w.backup.passphrase }).fill("not this one");
  await form.getByRole("button", { name: w.backup.open }).click();
  await waitUntilVisible(
    form.getByRole("textbox", { name: w.backup.passphrase }).and(page.locator("[aria-invalid=true]")),
  );
  await form.getByRole("textbox", { name: w.backup.passphrase }).fill(passphrase);
  await form.getByRole("button", { name: w.backup.open }).click();
  const shows = dialog(story, w.backup.inspectTitle);
  const held = shows.getByRole("row", { name: new RegExp(w.backup.partDatabase) });
  const tasksHeld = (count: string) =>
    w.ui.labelAndValue.replace("{label}", w.backup.thing_tasks).replace("{value}", count);
  await waitUntilVisible(held.getByText(tasksHeld("1")));
  await held.getByText(tasksHeld("2")).first().waitFor();
  await shows.getByText(w.backup.kept).first().waitFor();
  await shows.getByRole("button", { name: w.backup.confirm }).click();
  await logInAgain(story);
}

async function logInAgain({ page, w, at }: Story): Promise<void> {
  await page.waitForURL(at("/setting/progress?kind=restore"));
  await waitUntilVisible(page.getByRole("heading", { name: w.progress.doneRestore }));
  await page.getByText(w.progress.loginAgain).first().waitFor();
  await page.getByRole("button", { name: w.progress.login }).click();
  await page.getByRole("textbox", { name: w.auth.username }).fill(account.username);
  assert.equal(await page.getByText(w.app.sessionExpired).count(), 0, "the reminder is displayed again");
  await page.getByLabel(w.auth.password, { exact: true }).fill(account.password);
  await page.getByRole("button", { name: w.auth.submit }).click();
  await page.getByRole("navigation").first().waitFor();
}

async function seeTasks({ page, at }: Story, names: readonly string[]): Promise<void> {
  await page.goto(at("/crontab"));
  for (const name of ["first", "second"]) {
    await page.getByRole("link", { name, exact: true }).waitFor({
      state: names.includes(name) ? "visible" : "hidden",
    });
  }
}

async function undo(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/setting/backups"));
  const row = rows(story).filter({ hasText: w.backup.before });
  await row.getByRole("button", { name: w.backup.undo }).click();
  await page.getByRole("alertdialog", { name: w.backup.undoTitle }).getByRole("button", {
    name: w.backup.confirm,
  })
    .click();
  await logInAgain(story);
}

async function plan(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/setting/backups"));
  const time = page.getByRole("textbox", { name: w.backup.at });
  await time.fill("25:00");
  await page.getByText(w.backup.atWrong).first().waitFor();
  const chosen = hoursOn(11);
  await time.fill(chosen);
  await time.press("Enter");
  await page.getByText(w.settings.saved).first().waitFor();
  await page.getByText(chosen).first().waitFor();
  await page.getByRole("button", { name: w.backup.setPassphrase, exact: true }).click();
  const form = dialog(story, w.backup.automaticPassphrase);
  await form.getByRole("textbox", { name: w.backup.passphrase, exact: true }).fill(passphrase);
  await form.getByRole("textbox", { name: w.backup.passphraseAgain }).fill(passphrase);
  await form.getByRole("button", { name: w.ui.save }).click();
  await form.waitFor({ state: "hidden" });
  await page.getByText(w.backup.passphraseSet, { exact: true }).first().waitFor();
}

/** Schedules automatic backups outside the duration of the test. */
async function postponeAutomatic({ panel }: Story): Promise<void> {
  const { backups } = await panel.json<Settings>("/api/settings");
  const quiet = { backups: { ...backups, at: hoursOn(12) } };
  await panel.json("/api/settings", { method: "PATCH", json: quiet });
}

/** Returns the time of day some hours from now, by the machine's clock. */
function hoursOn(hours: number): string {
  const now = new Date();
  return [(now.getHours() + hours) % 24, now.getMinutes()].map((part) => String(part).padStart(2, "0"))
    .join(":");
}

async function remove(story: Story): Promise<void> {
  const { page, w } = story;
  await rows(story).first().waitFor(); // all rows appear at once
  const before = await rows(story).count();
  await rows(story).first().getByRole("button", { name: w.backup.remove }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.backup.remove }).click();
  await page.getByText(w.backup.removed, { exact: true }).first().waitFor();
  await rows(story).nth(before - 1).waitFor({ state: "detached" });
}
