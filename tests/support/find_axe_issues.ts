import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

// Minified, because every page parses it again: the same rules in less than half the size.
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Finds accessibility violations of a page: per rule, its name and the elements. */
export async function findAxeIssues(page: Page): Promise<string[]> {
  const found = await runAxe(page);
  if (found.length === 0) return [];
  // A dialog that fades in during the check has mixed colors, so only violations that persist count.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) =>
      effect?.getComputedTiming().endTime !== Infinity
    );
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
  });
  return await runAxe(page);
}

async function runAxe(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html }) => html).join(" | ").slice(0, 400)}`
  );
}
