import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

// Without its comments and long names, since each page has to read it anew: the same rules in less than half the text.
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Finds accessibility issues of a page: per rule, its name and the elements. */
export async function findAxeIssues(page: Page): Promise<string[]> {
  const found = await runAxe(page);
  if (found.length === 0) return [];
  // A dialog that fades in while axe looks has mixed colours: only what is found again after it has appeared counts.
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
