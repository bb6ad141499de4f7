import type { Page } from "playwright-core";

/** Goes to an address and waits until the page hears of what others do: what they did before, nobody tells it. */
export async function openLive(page: Page, address: string): Promise<void> {
  await Promise.all([page.waitForResponse(/\/api\/events/), page.goto(address)]);
}
