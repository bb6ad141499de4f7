import type { Locator } from "playwright-core";
import { until } from "./until.ts";

/**
 * Waits for an operation without a fixed duration, longer than the default timeout: a key derivation, a
 * restart.
 */
export async function waitUntilVisible(locator: Locator): Promise<void> {
  await until(`${locator} is there`, () => locator.isVisible());
}
