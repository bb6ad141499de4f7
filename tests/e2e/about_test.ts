// About: the version, its changes, and the licences of included packages, by keyboard; and the page of the API.
import assert from "node:assert/strict";
import type { SystemDetails } from "../../server/contract/system.ts";
import { docsMessages } from "../../server/features/openapi/docs_messages.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";

testStory("about: version, changelog and licences", async (story) => {
  await readDetails(story);
  await readChanges(story);
  await readLicences(story);
  await tryApi(story);
});

async function readDetails({ page, panel, w, at }: Story): Promise<void> {
  await page.goto(at("/setting/about"));
  const { version, database, commit } = await panel.json<SystemDetails>("/api/system");
  await page.getByText(w.about.version.replace("{version}", version)).first().waitFor();
  await page.getByText(database === "sqlite" ? "SQLite" : "PostgreSQL", { exact: true }).first().waitFor();
  if (commit !== null) await page.getByText(commit, { exact: true }).first().waitFor();
}

async function readChanges({ page, w }: Story): Promise<void> {
  const button = page.getByRole("group", { name: w.about.changelog }).getByRole("button", {
    name: w.about.show,
  });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: w.about.changelog });
  await dialog.getByRole("heading", { name: "0.1.0", exact: true }).waitFor();
  await dialog.getByRole("listitem").filter({ hasText: /any base path/ }).waitFor();
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

async function tryApi({ page, at }: Story): Promise<void> {
  const messages = docsMessages.en;
  await page.goto(at("/api/docs?lang=en"));
  await page.getByRole("heading", { name: /API/ }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("cron explain");
  const entry = page.locator("details").filter({ visible: true });
  assert.equal(await entry.count(), 1);
  await entry.locator("summary").click();
  const body = entry.getByRole("textbox", { name: messages.body });
  assert.deepEqual(Object.keys(JSON.parse(await body.inputValue())), ["expression"]);
  await body.fill('{ "expression": "0 3 * * *" }');
  await entry.getByRole("button", { name: messages.send }).click();
  await entry.getByText(/^200, \d+ ms[^]*"valid": true/).first().waitFor();
  await page.getByRole("searchbox").fill("no such endpoint");
  await page.getByText(messages.noMatch).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("/tasks/{id}", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: messages.back }).click();
  await page.waitForURL(at("/dashboard"));
}
