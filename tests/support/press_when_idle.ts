import type { Page } from "playwright-core";

/**
 * Delays every key press until the page is idle. A user presses the next key after seeing the result of the
 * last one; a test could press it within the milliseconds, more on a busy machine, in which a dialog is
 * visible but not listening yet.
 */
export function pressWhenIdle(page: Page): void {
  const { keyboard } = page;
  const press = keyboard.press.bind(keyboard);
  keyboard.press = async (key, options) => {
    await idle(page);
    await press(key, options);
  };
}

/** Available in the browser but missing in the types: runs an action when nothing more urgent waits. */
declare const scheduler: { postTask(action: () => void, how: { priority: "background" }): Promise<void> };

async function idle(page: Page): Promise<void> {
  try {
    await page.evaluate(() => scheduler.postTask(() => {}, { priority: "background" }));
  } catch (error) {
    // The previous key navigated to another page, which the test waits for.
    if (!/context was destroyed|because of a navigation/.test(String(error))) throw error;
  }
}
