import type { Locator } from "playwright-core";

/** Waits until something has the focus, which comes a moment after what it comes for: a dialog that opens or closes, a key. */
export async function hasFocus(place: Locator): Promise<void> {
  await place.and(place.page().locator(":focus")).waitFor();
}
