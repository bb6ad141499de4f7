import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

// Without its comments and long names, since each page has to read it anew: the same rules in less than half the text.
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Finds what keeps people out of a page as it stands: per rule, its name and the elements. Movements must be over: in them, colours are mixed. */
export async function findAxeIssues(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html }) => html).join(" | ").slice(0, 400)}`
  );
}
