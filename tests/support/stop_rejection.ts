import type { Locator } from "playwright-core";
import type { Story } from "./stories.ts";

const notRunning = { en: "Task not running", zh: "任务未运行" };

/**
 * Finds the message that none of the named tasks could be stopped, with a reason for each. It disappears
 * after some seconds, so wait for it from before it appears, and for all of it at once.
 */
export function stopRejection({ page, w, language }: Story, names: readonly string[]): Locator {
  const count = String(names.length);
  const title = w.task.refused.replace("{count}", count).replace("{total}", count);
  return names.reduce(
    (toast, name) => toast.filter({ hasText: new RegExp(`${name}.+${notRunning[language]}`) }),
    page.getByRole("status").filter({ hasText: title }),
  );
}
