// A tab that stays open during an update: the files of its build are gone from the server, and nothing typed
// in it may be lost.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { runSteps, type Story, testStory } from "../support/stories.ts";

testStory("outdated tab: a missing chunk loses no unsaved text", async (story, t) => {
  await runSteps(t, story, {
    "the palette": (one) => keepsForm(one, "ControlOrMeta+k"),
    "the list of shortcuts": (one) => keepsForm(one, "?"),
    "the confirmation before leaving": confirmLeaving,
    "a dialog on the page": pageDialog,
    "a page": pageItself,
    "the bell": bell,
    "the re-authentication dialog": proof,
    "an outdated tab offers to reload": offersReload,
  });
  assert.deepEqual(story.client.errors.filter((error) => !error.includes("import")), []);
  story.client.errors.length = 0;
});

/** From here on, the server lacks all scripts that were not loaded yet. */
async function loseScripts(page: Page): Promise<void> {
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404, body: "Not Found" }));
}

async function openEditor({ page, at, w, dataDir }: Story, file: string): Promise<Locator> {
  await Deno.writeTextFile(`${dataDir}/scripts/${file}`, "echo\n");
  await page.goto(at(`/script?path=${file}`));
  await page.getByRole("button", { name: w.editor.edit, exact: true }).click();
  const editor = page.locator(".cm-content[contenteditable=true]:visible");
  await editor.click();
  return editor;
}

/** Opens a script and types unsaved text. */
async function typeUnsaved(story: Story, file: string): Promise<Locator> {
  const { page, client } = story;
  await page.unroute("**/assets/*.js");
  const editor = await openEditor(story, file);
  await page.keyboard.type("typed before the update ");
  await client.settled();
  await loseScripts(page);
  return editor;
}

/**
 * Returns the error message over the page. A part within the page shows it in place, without a close button.
 */
function noteOf(page: Page, w: Story["w"]): Locator {
  const close = page.getByRole("button", { name: w.ui.close, exact: true });
  return page.getByRole("alert").filter({ hasText: w.ui.partNotLoaded, has: close });
}

async function closeNote(page: Page, w: Story["w"]): Promise<void> {
  await noteOf(page, w).getByRole("button", { name: w.ui.close, exact: true }).click();
  await noteOf(page, w).waitFor({ state: "detached" });
}

async function keepsForm(story: Story, key: string): Promise<void> {
  const { page, w } = story;
  const editor = await typeUnsaved(story, `${key.length}.sh`);
  await page.locator("h1").click(); // outside of the editor, where keys would type
  await page.keyboard.press(key);
  await closeNote(page, w);
  assert.match(await editor.innerText(), /typed before the update/);
  // A retry requests it again, and fails again.
  await page.keyboard.press(key);
  await noteOf(page, w).getByRole("button", { name: w.ui.reload, exact: true }).waitFor();
  assert.match(await editor.innerText(), /typed before the update/);
}

async function confirmLeaving(story: Story): Promise<void> {
  const { page, w } = story;
  const editor = await typeUnsaved(story, "leave.sh");
  await page.getByRole("link", { name: w.app.variables, exact: true }).click();
  await closeNote(page, w);
  assert.match(await editor.innerText(), /typed before the update/);
}

async function pageDialog({ page, at, w, add, client }: Story): Promise<void> {
  await page.unroute("**/assets/*.js");
  await add({ name: "Stays in the list", command: "echo" });
  await page.goto(at("/crontab"));
  await client.settled();
  await loseScripts(page);
  await page.getByRole("button", { name: w.tasks.new, exact: true }).first().click();
  await noteOf(page, w).waitFor();
  await page.getByRole("row", { name: "Stays in the list" }).waitFor();
  await page.unroute("**/assets/*.js");
}

async function pageItself({ page, at, w, client }: Story): Promise<void> {
  await page.goto(at("/crontab"));
  await client.settled();
  await loseScripts(page);
  await page.getByRole("link", { name: w.app.variables, exact: true }).click();
  await page.getByText(w.app.chunkFailed).first().waitFor();
  // The rest of the panel still works.
  await page.getByRole("link", { name: w.tasks.title, exact: true }).click();
  await page.getByRole("row", { name: "Stays in the list" }).waitFor();
}

async function bell({ page, at, w }: Story): Promise<void> {
  await page.unroute("**/assets/*.js");
  await page.route("**/assets/bell-*.js", (route) => route.fulfill({ status: 404, body: "Not Found" }));
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: w.ui.partNotLoaded }).waitFor();
  await page.getByRole("row", { name: "Stays in the list" }).waitFor();
  await page.unroute("**/assets/bell-*.js");
}

async function proof({ page, at, w, client }: Story): Promise<void> {
  await page.unroute("**/assets/*.js");
  await page.goto(at("/setting/general"));
  const title = page.getByLabel(w.settings.panelTitle, { exact: true });
  await title.fill("Typed before the update");
  await client.settled();
  await loseScripts(page);
  await page.route("**/api/settings", (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    const problem = { type: "about:blank", title: "", status: 403, detail: "", code: "step_up_required" };
    return route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify(problem),
    });
  });
  await page.getByRole("button", { name: w.ui.save, exact: true }).first().click();
  await closeNote(page, w);
  assert.equal(await title.inputValue(), "Typed before the update");
  await page.unroute("**/api/settings");
  await page.unroute("**/assets/*.js");
}

async function offersReload(story: Story): Promise<void> {
  const { page, at, w } = story;
  const offer = page.getByRole("status").filter({ hasText: w.app.newVersion });
  await page.goto(at("/script"));
  await story.client.settled();
  assert.equal(await offer.count(), 0);
  // As if the tab had been opened with another build. A route would not see the page, which the service worker requests.
  await page.addInitScript(() => {
    if (!sessionStorage.getItem("older")) return;
    let given: { build?: string } | undefined;
    Object.defineProperty(globalThis, "__SUNDIAL__", {
      get: () => given && { ...given, build: "main-older.js" },
      set: (value) => given = value,
    });
  });
  await page.evaluate(() => sessionStorage.setItem("older", "1"));
  const editor = await openEditor(story, "offer.sh");
  await page.keyboard.type("typed before the update ");
  await offer.getByRole("button", { name: w.ui.reload, exact: true }).click();
  await page.getByRole("button", { name: w.app.stay, exact: true }).click();
  assert.match(await editor.innerText(), /typed before the update/);
  await page.evaluate(() => sessionStorage.removeItem("older"));
  await offer.getByRole("button", { name: w.ui.reload, exact: true }).click();
  await page.getByRole("button", { name: w.app.leave, exact: true }).click();
  await offer.waitFor({ state: "detached" });
}
