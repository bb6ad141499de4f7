import type { Page } from "playwright-core";

/**
 * Makes each key of a page's keyboard wait until the page has done all it can do at once. A person presses the next key when what the
 * last one asked for is seen; a test could do so in the few milliseconds, more on a machine with much to do, in which a dialog is
 * seen and does not listen yet.
 */
export function pressUnhurried(page: Page): void {
  const { keyboard } = page;
  const press = keyboard.press.bind(keyboard);
  keyboard.press = async (key, options) => {
    await idle(page);
    await press(key, options);
  };
}

/** What the browser knows and the types here do not: runs an act when nothing more urgent waits. */
declare const scheduler: { postTask(action: () => void, how: { priority: "background" }): Promise<void> };

async function idle(page: Page): Promise<void> {
  try {
    await page.evaluate(() => scheduler.postTask(() => {}, { priority: "background" }));
  } catch (error) {
    // The key before led to another page, and what is waited for there is the test's.
    if (!/context was destroyed|because of a navigation/.test(String(error))) throw error;
  }
}
