import type { Locator } from "playwright-core";
import { until } from "./until.ts";

/** Waits for what takes a machine what it takes, longer than a page may: a key made from a passphrase, a panel that starts anew. */
export async function comes(answer: Locator): Promise<void> {
  await until(`${answer} is there`, () => answer.isVisible());
}
