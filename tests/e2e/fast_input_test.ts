// Rapid input: Ctrl+Enter submits a form even while nothing has the focus, and a focus that the user moves at
// that moment stays.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { View } from "../../server/contract/views.ts";
import { hasFocus, holdsFocus, isFocused, stepTo } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("fast input: loses no key and no focus", {
  "a form is submitted right after selecting from a searchable list": afterSearch,
  "the first match of a search is announced, in view and chosen": firstMatch,
  "a form is submitted right after selecting from a short list": afterChoice,
  "a form is submitted from a button or a list, which do not handle the key too": onButton,
  "a form is submitted while nothing has the focus": onGround,
  "an element focused while a dialog or menu closes keeps the focus": keepFocus,
  "rapid Tab presses at suggested labels stay in the dialog": stayInside,
  "a view is moved again before the first move is saved": moveTwice,
});

/** Delays the page's timers, as a slow machine would, until the returned function is called. */
async function holdMoments(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const later = globalThis.setTimeout;
    const held: (() => void)[] = [];
    const hold = (action: () => void, ms = 0) => ms === 0 ? held.push(action) : later(action, ms);
    Object.assign(globalThis, { setTimeout: hold });
    return { held, later };
  });
  return () =>
    held.evaluate(({ held, later }) => {
      Object.assign(globalThis, { setTimeout: later });
      for (const action of held) action();
    });
}

async function afterSearch({ page, at, w }: Story): Promise<void> {
  await page.goto(at("/setting/notification?channel=new"));
  const dialog = page.getByRole("dialog");
  const type = dialog.getByRole("combobox", { name: w.notifications.type });
  await type.press("Enter");
  const search = page.getByPlaceholder(w.notifications.searchTypes);
  await search.fill("gotify");
  await page.getByRole("option", { name: "Gotify", selected: true }).waitFor();
  const release = await holdMoments(page);
  await page.keyboard.press("Enter");
  await search.waitFor({ state: "detached" });
  await hasFocus(type);
  await page.keyboard.press("Control+Enter");
  await release();
  await dialog.locator("input[aria-invalid=true]").first().waitFor();
  assert.equal(await search.count(), 0, "it does not open the list");
}

async function firstMatch({ page, at, w }: Story): Promise<void> {
  await page.goto(at("/setting/notification?channel=new"));
  const type = page.getByRole("dialog").getByRole("combobox", { name: w.notifications.type });
  await type.press("Enter");
  const search = page.getByPlaceholder(w.notifications.searchTypes);
  await search.waitFor();
  await page.keyboard.press("End");
  await search.fill("a");
  const first = page.getByRole("option").first();
  await page.getByRole("option", { selected: true }).and(first).waitFor();
  assert.equal(await search.getAttribute("aria-activedescendant"), await first.getAttribute("id"));
  const [list, option] = [await page.getByRole("listbox").boundingBox(), await first.boundingBox()];
  assert.ok(list && option && option.y >= list.y, "it is in view");
  const name = await first.innerText();
  await page.keyboard.press("Enter");
  await type.getByText(name, { exact: true }).first().waitFor();
}

async function afterChoice({ page, at, w }: Story): Promise<void> {
  await page.goto(at("/crontab/modal"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Sent");
  await dialog.getByRole("button", { name: w.task.advanced }).click();
  await dialog.getByRole("combobox", { name: w.tasks.overlap, exact: true }).press("Enter");
  const choice = page.getByRole("option", { name: w.task.overlapAllow });
  await stepTo(choice);
  const release = await holdMoments(page);
  await page.keyboard.press("Enter");
  await choice.waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await release();
  await hasFocus(
    dialog.getByLabel(w.tasks.command, { exact: true }).and(page.locator("[aria-invalid=true]")),
  );
}

async function onButton({ page, w }: Story): Promise<void> {
  const dialog = page.getByRole("dialog");
  const command = dialog.getByLabel(w.tasks.command, { exact: true });
  const overlap = dialog.getByRole("combobox", { name: w.tasks.overlap, exact: true });
  for (const control of [dialog.getByRole("button", { name: w.task.advanced }), overlap]) {
    await control.press("Control+Enter");
    await hasFocus(command);
  }
  assert.equal(await page.getByRole("listbox").count(), 0);
  assert.ok(await overlap.isVisible(), "the rare fields stay expanded");
}

async function onGround({ page, panel, w }: Story): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.tasks.command, { exact: true }).fill("true");
  await dialog.getByRole("heading").first().click();
  await hasFocus(dialog);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  const { items } = await panel.json<List<Task>>("/api/tasks");
  assert.deepEqual(items.map(({ name, overlap }) => [name, overlap.policy]), [["Sent", "allow"]]);
}

async function keepFocus({ page, w }: Story): Promise<void> {
  const dialog = page.getByRole("dialog");
  const menu = page.getByRole("menu");
  const search = page.getByLabel(w.tasks.search, { exact: true });
  const openings = [[w.tasks.new, dialog], [`${w.ui.more}: Sent`, menu]] as const;
  for (const [name, opened] of openings) {
    await page.getByRole("button", { name, exact: true }).press("Enter");
    await holdsFocus(opened);
    const release = await holdMoments(page);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await search.focus();
    await release();
    assert.ok(await isFocused(search), name);
  }
}

async function stayInside({ page, panel, at, w }: Story): Promise<void> {
  await panel.json("/api/tasks", {
    json: { name: "Labelled", command: "true", schedules: "manual", labels: ["nightly", "weekly"] },
  });
  await page.goto(at("/crontab/modal"));
  const dialog = page.getByRole("dialog");
  const labels = dialog.getByRole("combobox", { name: w.tasks.labels });
  await labels.click();
  await page.getByRole("option", { name: "weekly" }).waitFor();
  await page.keyboard.press("Tab");
  const left = await page.evaluateHandle(() => {
    const left: string[] = [];
    addEventListener("focusin", ({ target }) => {
      const one = target as Element;
      if (!one.closest("[role=dialog]")) left.push(one.outerHTML.slice(0, 80));
    });
    return left;
  });
  const keys = await page.context().newCDPSession(page);
  const key = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  // Without a pause between them, as from a held key or an experienced user.
  await Promise.all(
    Array.from({ length: 120 }, (_, at) => [
      keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key, modifiers: at < 60 ? 0 : 8 }),
      keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...key, modifiers: at < 60 ? 0 : 8 }),
    ]).flat(),
  );
  await keys.detach();
  assert.deepEqual(await left.jsonValue(), []);
  assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)));
}

async function moveTwice({ page, panel, at }: Story): Promise<void> {
  for (const name of ["One", "Two", "Three"]) {
    await panel.json("/api/views", { json: { name, conditions: [] } });
  }
  await page.goto(at("/crontab"));
  const received = Promise.withResolvers<void>();
  await page.route(/\/api\/views\/order$/, async (route) => {
    await received.promise;
    await route.continue();
  }, { times: 1 });
  const tab = page.getByRole("link", { name: "One", exact: true });
  await tab.focus();
  for (let time = 0; time < 2; time++) {
    const before = (await tab.boundingBox())!.x;
    await page.keyboard.press("Alt+ArrowRight");
    await until("it is further right", async () => (await tab.boundingBox())!.x > before);
  }
  const responses = page.waitForResponse(/\/api\/views\/order$/);
  received.resolve();
  await responses;
  const order = async () => (await panel.json<List<View>>("/api/views")).items.map(({ name }) => name);
  await until("the panel has both", async () => (await order()).join() === "Two,Three,One");
  await page.reload();
  await tab.waitFor();
  const names = await page.locator("[data-order]").allInnerTexts();
  assert.deepEqual(names, ["Two", "Three", "One"]);
}
