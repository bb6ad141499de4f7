// About: the version, its changes, and the licences of included packages, by keyboard.
import assert from "node:assert/strict";
import type { SystemDetails } from "../../server/contract/system.ts";
import { commit } from "../../server/platform/build_info.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { runStory, type Story, storyOptions } from "../support/stories.ts";

for (const options of storyOptions) {
  Deno.test(`about: version, changelog and licences, in ${options.language}`, async () => {
    await runStory(options, async (story) => {
      await readDetails(story);
      await readChanges(story);
      await readLicences(story);
      assert.deepEqual(story.client.errors, []);
    });
  });
}

async function readDetails({ page, panel, w, at }: Story): Promise<void> {
  await page.goto(at("/setting/about"));
  const { version, database } = await panel.json<SystemDetails>("/api/system");
  await page.getByText(w.about.version.replace("{version}", version)).waitFor();
  await page.getByText(database === "sqlite" ? "SQLite" : "PostgreSQL", { exact: true }).waitFor();
  if (commit !== null) await page.getByText(commit, { exact: true }).waitFor();
}

async function readChanges({ page, w, language }: Story): Promise<void> {
  const button = page.getByRole("group", { name: w.about.changelog }).getByRole("button", {
    name: w.about.show,
  });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: w.about.changelog });
  await dialog.getByRole("heading", { name: "0.1.0", exact: true }).waitFor();
  await dialog.getByRole("listitem").filter({
    hasText: language === "en" ? /any base path/ : /任意基础路径/,
  }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await hasFocus(button);
}

async function readLicences({ page, w }: Story): Promise<void> {
  await page.getByRole("group", { name: w.about.licences }).getByRole("button", { name: w.about.show })
    .click();
  const dialog = page.getByRole("dialog", { name: w.about.licences });
  await dialog.getByRole("textbox", { name: w.about.searchLicences }).fill("hono");
  await dialog.getByText("hono", { exact: true }).click();
  await dialog.getByText("Permission is hereby granted").filter({ visible: true }).waitFor();
}
