import type { Locator } from "playwright-core";

/**
 * Selects a radio button by its label, as a user does: the button itself is one pixel, and nobody would click
 * it during its dialog's animation. Waits until it is selected.
 */
export async function choose(radio: Locator): Promise<void> {
  await radio.locator("xpath=ancestor::label").click();
  await radio.and(radio.page().locator(":checked")).waitFor({ state: "attached" });
}
