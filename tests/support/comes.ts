import type { Locator } from "playwright-core";
import { until } from "./until.ts";

/** Waits for what takes a machine what it takes, longer than a page may: a key made from a passphrase, a panel that starts anew. */
export async function comes(response: Locator): Promise<void> {
  await until(`${response} is there`, () => response.isVisible());
}
