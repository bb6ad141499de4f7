// A status page is created for a label, opened without an account, and deleted.
import assert from "node:assert/strict";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { phone, runSteps, type Story, testStory } from "../support/stories.ts";

testStory("status pages: one is created, shared and deleted", async (story, t) => {
  const { add, run, ended } = story;
  await ended(await run(await add({ name: "Import orders", command: "exit 2", labels: ["shop"] })));
  const shared = { address: "" };
  await runSteps(t, { ...story, shared }, {
    "the page of a label is created": createPage,
    "anyone with the address sees the tasks": openPage,
    "it is deleted, and its address ends": removePage,
  });
});

interface Scene extends Story {
  shared: { address: string };
}

async function createPage({ page, w, at, format, client, shared }: Scene): Promise<void> {
  await page.goto(at("/setting/status"));
  await page.getByText(w.statusPages.none).first().waitFor();
  await page.getByRole("button", { name: w.statusPages.create }).click();
  const dialog = page.getByRole("dialog", { name: w.statusPages.createTitle });
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.getByText(format("ui.required", { label: w.statusPages.label })).first().waitFor();
  await dialog.getByRole("combobox").click();
  await page.keyboard.type("shop");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  const link = page.getByRole("link", { name: format("statusPages.openOne", { label: "shop" }) });
  await link.waitFor();
  shared.address = await link.getAttribute("href") ?? "";
  await page.getByRole("button", { name: w.statusPages.create }).click();
  await dialog.getByText(w.statusPages.labelHelpSome).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function openPage({ page, shared }: Scene): Promise<void> {
  const context = await page.context().browser()!.newContext({ locale: "en-GB" });
  const visitor = await context.newPage();
  await visitor.goto(shared.address);
  await visitor.getByRole("heading", { name: "shop", level: 1 }).waitFor();
  await visitor.getByRole("row", { name: /Import orders Failing/ }).waitFor();
  assert.deepEqual(await findAxeIssues(visitor), []);
  await visitor.setViewportSize(phone);
  const width = await visitor.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= phone.width, `${width} px wide`);
  await context.close();
}

async function removePage({ page, w, format, shared }: Scene): Promise<void> {
  await page.getByRole("button", { name: format("statusPages.removeOne", { label: "shop" }) }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("button", { name: w.statusPages.remove, exact: true }).click();
  await page.getByText(w.statusPages.none).first().waitFor();
  const response = await page.goto(shared.address);
  assert.equal(response?.status(), 404);
}
