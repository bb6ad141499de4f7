// Waiting for the focus: a key pressed before the page has moved it would go elsewhere.
import type { Locator } from "playwright-core";
import { until } from "./until.ts";

export async function isFocused(locator: Locator): Promise<boolean> {
  return await locator.evaluate((element) => element === document.activeElement);
}

/** Waits until an element has the focus. */
export async function hasFocus(locator: Locator): Promise<void> {
  await until(`the focus is on ${locator}`, () => isFocused(locator));
}

/** Waits until a dialog or menu, or an element inside it, has the focus. */
export async function holdsFocus(locator: Locator): Promise<void> {
  await until(
    `the focus is in ${locator}`,
    () => locator.evaluate((element) => element.contains(document.activeElement)),
  );
}

/**
 * Moves to an entry of the open menu or list, one step at a time: a key pressed before the previous step is
 * rendered would skip it.
 */
export async function stepTo(entry: Locator, key = "ArrowDown"): Promise<void> {
  const page = entry.page();
  await entry.waitFor();
  await holdsFocus(entry.locator("xpath=ancestor::*[@role='menu' or @role='listbox'][1]"));
  const focused = () => page.evaluateHandle(() => document.activeElement);
  for (let steps = 0; steps < 40 && !await isFocused(entry); steps++) {
    const before = await focused();
    await page.keyboard.press(key);
    await until(
      "the next entry has the focus",
      () => page.evaluate((element) => element !== document.activeElement, before),
    );
  }
  await hasFocus(entry);
}

/** Activates an entry of the open menu or list by keyboard. */
export async function takeEntry(entry: Locator): Promise<void> {
  await stepTo(entry);
  await entry.page().keyboard.press("Enter");
}

/** Moves the focus to an element with Tab or Shift+Tab. */
export async function tabTo(target: Locator, key = "Tab"): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await isFocused(target)) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}`);
}
