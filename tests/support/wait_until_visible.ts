import type { Locator } from "playwright-core";
import { until } from "./until.ts";

/**
 * Waits for an operation without a fixed duration, longer than the default timeout: a key derivation, a
 * restart.
 */
export async function waitUntilVisible(response: Locator): Promise<void> {
  await until(`${response} is there`, () => response.isVisible());
}
