import type { Locator } from "playwright-core";

/**
 * Chooses a radio button as a person does, by its label: the button itself is one pixel, and nobody would press it
 * while its dialog still moves. Waits until it is chosen.
 */
export async function choose(radio: Locator): Promise<void> {
  await radio.locator("xpath=ancestor::label").click();
  await radio.and(radio.page().locator(":checked")).waitFor({ state: "attached" });
}
